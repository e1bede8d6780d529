//! Memory: what the L2 sends to a line is done in order.

use super::bugs::Bug;
use super::channels::Mover;
use super::messages::{Kind as Sort, Message, NONE, To};
use super::system::Viper;

impl Viper {
    /// The first message of the L2 to a line is done.
    pub(super) fn memory_serves(&mut self, line: u32) {
        let head = self.l2.lines[line as usize].queue.head;
        if head == NONE {
            return;
        }
        if self.l2.lines[line as usize].queue.pop(&self.messages) {
            self.movers.add(Mover::Memory(line));
        }
        let message = self.messages.take(head);
        let message = Message {
            next: NONE,
            ..message
        };
        let first = line as usize * self.words;
        let word = first + usize::from(message.word);
        match message.kind {
            Sort::Read => {
                let data = self.messages.keep(&self.memory[first..first + self.words]);
                self.respond(Message {
                    to: To::Shared,
                    data,
                    ..message
                });
            }
            Sort::Write => {
                if message.data == NONE {
                    self.memory[word] = message.value;
                } else {
                    let line = self.messages.line(message.data);
                    self.memory[first..first + self.words].copy_from_slice(line);
                    self.messages.drop_line(message.data);
                }
                self.respond(Message {
                    to: To::Shared,
                    data: NONE,
                    ..message
                });
            }
            Sort::Atomic => {
                let value = self.memory[word];
                let done = Message {
                    to: To::Shared,
                    value,
                    ..message
                };
                if self.bugs.has(Bug::AtomicInTwoSteps) {
                    let later = self.messages.add(Message {
                        to: To::Later,
                        value: value.wrapping_add(1),
                        ..message
                    });
                    self.movers.add(Mover::Message(later));
                } else {
                    self.memory[word] = value.wrapping_add(1);
                }
                self.respond(done);
            }
        }
    }

    /// A broken memory writes at last.
    pub(super) fn memory_later(&mut self, message: &Message) {
        let word = message.line as usize * self.words + usize::from(message.word);
        self.memory[word] = message.value;
    }
}
