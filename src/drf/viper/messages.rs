//! Messages in flight.

/// No message, no place.
pub const NONE: u32 = u32::MAX;

/// What a message is about: on its way to the L2, to memory, and back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A line is read.
    Read,
    /// A word of a line is written, or with data all of it.
    Write,
    /// A word is read and written at once.
    Atomic,
}

/// Where a message that is in no queue goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum To {
    /// From memory to the L2.
    Shared,
    /// From the L2 to its unit.
    Unit,
    /// To memory: the second step of an atomic, where memory is broken.
    Later,
}

/// A message.
#[derive(Debug, Clone, Copy)]
pub struct Message {
    /// What it is about.
    pub kind: Kind,
    /// Where it goes, if it is in no queue.
    pub to: To,
    /// The unit that it is for or from.
    pub unit: u16,
    /// The word of the line.
    pub word: u16,
    /// The thread that it is for.
    pub thread: u16,
    /// Whether an atomic acquires at device scope.
    pub acquires: bool,
    /// The line.
    pub line: u32,
    /// The value that is written, or was read.
    pub value: u32,
    /// The request's tag.
    pub tag: u32,
    /// Acquires of the unit before it.
    pub epoch: u32,
    /// Stores of the unit to the line before it.
    pub stamp: u32,
    /// The next of a queue.
    pub next: u32,
    /// Data of a line, if it has any.
    pub data: u32,
}

/// All messages, and the data that they carry.
#[derive(Debug, Clone)]
pub struct Messages {
    all: Vec<Message>,
    free: Vec<u32>,
    data: Vec<u32>,
    spare: Vec<u32>,
    words: usize,
}

impl Messages {
    /// None, of lines with so many words.
    pub fn new(words: usize) -> Self {
        Self {
            all: Vec::new(),
            free: Vec::new(),
            data: Vec::new(),
            spare: Vec::new(),
            words,
        }
    }

    /// Adds one.
    pub fn add(&mut self, message: Message) -> u32 {
        if let Some(at) = self.free.pop() {
            self.all[at as usize] = message;
            return at;
        }
        self.all.push(message);
        crate::drf::number::small(self.all.len() - 1)
    }

    /// One of them.
    pub fn get(&self, at: u32) -> &Message {
        &self.all[at as usize]
    }

    /// One of them, to be changed.
    pub fn get_mut(&mut self, at: u32) -> &mut Message {
        &mut self.all[at as usize]
    }

    /// Takes one away; its data stay.
    pub fn take(&mut self, at: u32) -> Message {
        self.free.push(at);
        self.all[at as usize]
    }

    /// Keeps the data of a line.
    pub fn keep(&mut self, line: &[u32]) -> u32 {
        let at = self.spare.pop().unwrap_or_else(|| {
            let at = crate::drf::number::small(self.data.len() / self.words);
            self.data.resize(self.data.len() + self.words, 0);
            at
        });
        self.line_mut(at).copy_from_slice(line);
        at
    }

    /// Kept data.
    pub fn line(&self, at: u32) -> &[u32] {
        let at = at as usize * self.words;
        &self.data[at..at + self.words]
    }

    /// Kept data, to be changed.
    pub fn line_mut(&mut self, at: u32) -> &mut [u32] {
        let at = at as usize * self.words;
        &mut self.data[at..at + self.words]
    }

    /// Lets kept data go.
    pub fn drop_line(&mut self, at: u32) {
        if at != NONE {
            self.spare.push(at);
        }
    }
}
