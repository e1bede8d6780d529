//! What an answer of memory does to the L2.

use crate::drf::viper::messages::{Kind as Sort, Message, To};
use crate::drf::viper::system::Viper;
use crate::drf::viper::tables::{L2, Two, TwoEvent};

impl Viper {
    /// An answer of memory arrives.
    pub(in crate::drf::viper) fn l2_hears(&mut self, message: &Message) {
        let line = self.l2.lines[message.line as usize];
        match message.kind {
            Sort::Read => {
                if line.state != Two::Iv {
                    return self.undefined(L2, line.state as usize, TwoEvent::Data as usize);
                }
                self.hit_l2(Two::Iv, TwoEvent::Data);
                self.l2.lines[message.line as usize].state = Two::V;
                let data = self.messages.line(message.data);
                self.l2.data_mut(line.slot).copy_from_slice(data);
                self.respond(Message {
                    to: To::Unit,
                    ..*message
                });
                self.wake(message.line);
            }
            Sort::Atomic => {
                if line.state != Two::A {
                    return self.undefined(L2, line.state as usize, TwoEvent::AtomicD as usize);
                }
                let rest = line.atomics - 1;
                self.l2.lines[message.line as usize].atomics = rest;
                self.respond(Message {
                    to: To::Unit,
                    ..*message
                });
                if rest == 0 {
                    self.hit_l2(Two::A, TwoEvent::AtomicD);
                    self.leave(message.line);
                    self.wake(message.line);
                } else {
                    self.hit_l2(Two::A, TwoEvent::AtomicNd);
                }
            }
            Sort::Write => {
                self.hit_l2(line.state, TwoEvent::WbAck);
                self.respond(Message {
                    to: To::Unit,
                    ..*message
                });
            }
        }
    }
}
