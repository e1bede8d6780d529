//! What a run is: how many threads, variables and episodes, and in which mode.

/// How scopes are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Every lock is shared by all threads: device scope.
    Device,
    /// A lock is used by the threads of one block only: block scope.
    Block,
    /// Mixed scopes: some locks are shared by all threads, at device scope, the others by a block each, at block scope. An
    /// episode acquires one lock and may release another, so that what it hands on may come through both.
    Chain,
    /// A lock belongs to a block: its threads use it at block scope, all others by remote atomics (Orr et al., ASPLOS 2015).
    Remote,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Device, Self::Block, Self::Chain, Self::Remote];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Block => "block",
            Self::Chain => "chain",
            Self::Remote => "remote",
        }
    }
}

/// The threads of a machine: on each compute unit runs one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threads {
    /// Compute units.
    pub units: u32,
    /// Wavefronts of a unit.
    pub wavefronts: u32,
    /// Threads of a wavefront.
    pub lanes: u32,
}

impl Threads {
    /// Threads of a unit.
    #[must_use]
    pub const fn per_unit(self) -> u32 {
        self.wavefronts * self.lanes
    }

    /// All threads.
    #[must_use]
    pub const fn all(self) -> u32 {
        self.units * self.per_unit()
    }

    /// The unit of a thread.
    #[must_use]
    pub const fn unit(self, thread: u32) -> u32 {
        thread / self.per_unit()
    }

    /// The wavefront of a thread, counted over all units.
    #[must_use]
    pub const fn wavefront(self, thread: u32) -> u32 {
        thread / self.lanes
    }
}

/// What a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// The threads.
    pub threads: Threads,
    /// Locks.
    pub locks: u32,
    /// Variables.
    pub variables: u32,
    /// Loads and stores of an episode.
    pub actions: u32,
    /// Episodes of a thread.
    pub episodes: u32,
    /// How many in a hundred actions are stores.
    pub stores: u32,
    /// How scopes are used.
    pub mode: Mode,
    /// Whether the threads of a wavefront wait for each other after each access.
    pub lockstep: bool,
    /// Accesses that a thread has outstanding at most.
    pub window: u32,
    /// A request that is not answered for so many steps is a deadlock.
    pub patience: u64,
    /// Bytes of a word.
    pub word: u32,
    /// Bytes of a cache line.
    pub line: u32,
    /// The seed of all choices.
    pub seed: u64,
}

impl Config {
    /// What a run is unless said otherwise.
    pub const DEFAULT: Self = Self {
        threads: Threads {
            units: 8,
            wavefronts: 1,
            lanes: 4,
        },
        locks: 10,
        variables: 300,
        actions: 100,
        episodes: 100,
        stores: 30,
        mode: Mode::Device,
        lockstep: false,
        window: 16,
        patience: 1_000_000,
        word: 4,
        line: 64,
        seed: 1,
    };
}

impl Default for Config {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The most words of memory.
const WORDS: u64 = 1 << 24;

/// The most threads: a log has no more.
const THREADS: u64 = 4096;

/// The most places where lines can be, over all caches.
const PLACES: u64 = 1 << 28;

impl Config {
    /// Words of a line.
    #[must_use]
    pub const fn words(&self) -> u32 {
        self.line / self.word
    }

    /// Lines that locks and variables take.
    #[must_use]
    pub const fn lines(&self) -> u32 {
        (self.locks + self.variables).div_ceil(self.words())
    }

    /// Whether it makes sense.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, each with what would be right.
    pub fn check(&self) -> Result<(), Vec<String>> {
        let mut wrong = Vec::new();
        let mut need = |right: bool, text: String| {
            if !right {
                wrong.push(text);
            }
        };
        let threads = &self.threads;
        need(
            self.patience > 0,
            "`--patience 0`: expected at least 1".to_owned(),
        );
        for (name, number) in [
            ("--units", threads.units),
            ("--wavefronts", threads.wavefronts),
            ("--lanes", threads.lanes),
            ("--locks", self.locks),
            ("--actions", self.actions),
            ("--episodes", self.episodes),
            ("--window", self.window),
        ] {
            need(number > 0, format!("`{name} 0`: expected at least 1"));
        }
        let [units, wavefronts, lanes] =
            [threads.units, threads.wavefronts, threads.lanes].map(u64::from);
        let all = units.saturating_mul(wavefronts).saturating_mul(lanes);
        need(
            all <= THREADS,
            format!("{all} threads are too many: expected at most {THREADS}"),
        );
        need(
            self.stores <= 100,
            format!(
                "`--stores {}`: expected a percentage, at most 100",
                self.stores
            ),
        );
        let [locks, variables] = [self.locks, self.variables].map(u64::from);
        need(
            self.variables >= self.locks,
            format!(
                "{variables} variables are fewer than {locks} locks: each lock guards at least one variable"
            ),
        );
        need(
            locks + variables <= WORDS,
            format!(
                "{} locks and variables are too many: expected at most {WORDS}",
                locks + variables
            ),
        );
        let lengths = self.lengths();
        let right = lengths.is_ok();
        if let Err(text) = lengths {
            need(false, text);
        }
        if right && wrong_free(locks, variables, units) {
            let lines = (locks + variables).div_ceil(u64::from(self.words()));
            need(
                lines * units <= PLACES,
                format!(
                    "{units} caches of {lines} lines are too many: expected at most {PLACES} lines in all"
                ),
            );
        }
        // Every episode may store a variable as often as it has actions, and adds 2 to its lock.
        let [actions, episodes] = [self.actions, self.episodes].map(u64::from);
        let most = all
            .saturating_mul(episodes)
            .saturating_mul(actions.saturating_add(2));
        need(
            most < u64::from(u32::MAX),
            format!(
                "up to {most} accesses: values of 32 bits would wrap; expected fewer than 2^32, by fewer threads, \
                 episodes or actions"
            ),
        );
        if let Some(text) = self.mode_is_wrong(units) {
            need(false, text);
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    /// What of the mode does not go with the numbers of locks and threads.
    fn mode_is_wrong(&self, units: u64) -> Option<String> {
        let locks = u64::from(self.locks);
        match self.mode {
            Mode::Block if locks < units => Some(format!(
                "`--mode block`: {locks} locks are fewer than {units} blocks: each block has at least one lock of its own"
            )),
            Mode::Chain if locks <= units => Some(format!(
                "`--mode chain`: {locks} locks are too few for {units} blocks: expected at least {}, one of each block and \
                 one that all share",
                units + 1
            )),
            Mode::Chain => {
                let threads = u64::from(self.threads.units)
                    .saturating_mul(u64::from(self.threads.wavefronts))
                    .saturating_mul(u64::from(self.threads.lanes));
                let clocks = (locks + threads).saturating_mul(threads);
                (clocks > PLACES).then(|| {
                    format!(
                        "`--mode chain`: {threads} threads and {locks} locks are too many: what each of them knows of each \
                         thread takes {clocks} numbers; expected at most {PLACES}"
                    )
                })
            }
            Mode::Device | Mode::Block | Mode::Remote => None,
        }
    }

    fn lengths(&self) -> Result<(), String> {
        let (word, line) = (self.word, self.line);
        if word != 4 {
            return Err(format!("`--word {word}`: this device has words of 4 bytes"));
        }
        if line == 0 || line % word != 0 {
            return Err(format!(
                "`--line {line}`: a line is no multiple of a word of {word} bytes; the nearest is {}",
                (line / word).max(1) * word
            ));
        }
        if line > 1024 {
            return Err(format!("`--line {line}`: expected at most 1024 bytes"));
        }
        Ok(())
    }
}

/// Whether products of these cannot overflow.
const fn wrong_free(locks: u64, variables: u64, units: u64) -> bool {
    locks + variables <= WORDS && units <= THREADS
}
