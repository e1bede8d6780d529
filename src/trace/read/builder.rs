//! Events by their lines, put together to a log.

mod depends;
mod finish;
mod initial;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::trace::log::{Event, Init, Location, Log, Op, Span, Thread};
use crate::trace::value::{BadWord, Hex, Word};

use depends::depends;

use super::event::{Piece, Placed, Raw};
use super::mistake::Mistake;

/// The most threads.
const THREADS: usize = 65_535;

/// A log in the making.
#[derive(Debug, Default)]
pub struct Builder {
    /// What there is of it.
    pub log: Log,
    threads: FxHashMap<String, u16>,
    /// The threads whose place was said.
    placed: BTreeSet<u16>,
    places: FxHashMap<Word, u32>,
    /// What locations hold that have no `init` of their own.
    default: Option<Word>,
    /// Where events with names were named.
    ids: FxHashMap<String, (u32, u64)>,
    /// Where each value was written first, if values are promised to be unique.
    unique: Option<FxHashMap<(u32, Word), u64>>,
    /// Where the write-backs are.
    write_backs: Vec<(u32, u64, Range<usize>)>,
    /// Whether events are let go as they come.
    streaming: bool,
    /// Whether there was an event: what memory holds at first is said before.
    begun: bool,
    /// Whether the log promises that values are unique.
    pub promised: bool,
    /// The locations that have an `init` of their own.
    given: BTreeMap<u32, u64>,
}

impl Builder {
    /// Values are promised to be written once a location.
    pub fn promise_unique(&mut self) {
        self.promised = true;
        if !self.streaming {
            self.unique.get_or_insert_default();
        }
    }

    /// Events will be let go as they come: nothing is kept of them.
    pub fn stream(&mut self) {
        self.streaming = true;
    }

    fn word(&mut self, piece: &Piece<'_>) -> Result<Word, Mistake> {
        self.log.words.read(&piece.text).map_err(|bad| match bad {
            BadWord::Large => Mistake::new(
                piece.at.clone(),
                format!("`{}` does not fit in 64 bits", piece.text),
                "too large",
            )
            .with_help("values and addresses are numbers of at most 64 bits, or symbols"),
            BadWord::Malformed => Mistake::new(
                piece.at.clone(),
                format!("`{}` is neither a number nor a symbol", piece.text),
                "not a value",
            )
            .with_help("such as 17, 0x11, -1 or a1"),
        })
    }

    fn place(&mut self, piece: &Piece<'_>) -> Result<u32, Mistake> {
        let address = self.word(piece)?;
        if let Some(&place) = self.places.get(&address) {
            return Ok(place);
        }
        let Ok(place) = u32::try_from(self.log.locations.len()) else {
            return Err(Mistake::new(
                piece.at.clone(),
                "too many locations",
                "one more",
            ));
        };
        self.places.insert(address, place);
        self.log.locations.push(Location {
            address,
            hex: Hex::of(&piece.text),
            init: self.default.map_or(Init::Unknown, Init::Known),
        });
        Ok(place)
    }

    /// The thread of a name, new if there is none.
    fn thread(&mut self, piece: &Piece<'_>) -> Result<u16, Mistake> {
        if let Some(&thread) = self.threads.get(&*piece.text) {
            return Ok(thread);
        }
        let next = self.log.threads.len();
        let thread = u16::try_from(next).ok().filter(|_| next < THREADS);
        let Some(thread) = thread else {
            let text = format!("more than {THREADS} threads");
            return Err(Mistake::new(piece.at.clone(), text, "one too many"));
        };
        self.threads.insert(piece.text.clone().into_owned(), thread);
        self.log.threads.push(Thread {
            name: piece.text.clone().into_owned(),
            cta: None,
            gpu: 0,
            warp: None,
        });
        Ok(thread)
    }

    /// Says where a thread runs; again only what was said before.
    pub fn place_thread(&mut self, name: &Piece<'_>, placed: Placed) -> Result<u16, Mistake> {
        let thread = self.thread(name)?;
        if placed == Placed::default() {
            return Ok(thread);
        }
        let first = self.placed.insert(thread);
        let Some(known) = self.log.threads.get_mut(usize::from(thread)) else {
            return Ok(thread);
        };
        let agrees = |new: Option<u32>, old: Option<u32>| new.is_none() || new == old;
        let same = agrees(placed.cta, known.cta)
            && agrees(placed.gpu, Some(known.gpu))
            && agrees(placed.warp, known.warp);
        if !first && !same {
            let text = format!("thread `{}` is placed twice", known.name);
            return Err(Mistake::new(
                name.at.clone(),
                text,
                "placed elsewhere before",
            ));
        }
        if first {
            known.cta = placed.cta;
            known.gpu = placed.gpu.unwrap_or(0);
            known.warp = placed.warp;
        }
        Ok(thread)
    }

    /// Adds an event that stands in a line.
    pub fn add(&mut self, raw: &Raw<'_>, line: u64) -> Result<(), Mistake> {
        self.begun = true;
        let number = self.log.events.len();
        // A stream counts by itself.
        let Ok(event) = u32::try_from(number) else {
            return Err(Mistake::new(
                0..1,
                "more than 4294967296 events",
                "one too many",
            ));
        };
        let thread = self.place_thread(&raw.thread, raw.placed)?;
        let place = match (&raw.place, raw.op) {
            (Some(name), Op::Barrier) => self.barrier(name),
            (Some(address), Op::Load | Op::Store | Op::Rmw | Op::Fence | Op::WriteBack) => {
                self.place(address)?
            }
            (None, _) => 0,
        };
        let mut value = |piece: &Option<Piece<'_>>| match piece {
            Some(piece) => self.word(piece),
            None => Ok(Word::NONE),
        };
        let (read, wrote) = (value(&raw.read)?, value(&raw.wrote)?);
        let one = Event {
            read,
            wrote,
            place,
            thread,
            op: raw.op,
            mode: raw.mode,
        };
        if one.writes() {
            self.keep_promise(&one, raw, line)?;
        }
        if let Some(id) = &raw.id {
            self.name(event, id, line)?;
        }
        for (kind, piece) in &raw.dependencies {
            depends(*kind, raw.op, piece)?;
            let on = self.dependency(piece, thread)?;
            self.log
                .dependencies
                .entry(event)
                .or_default()
                .push((*kind, on));
        }
        if raw.op == Op::WriteBack {
            self.write_backs.push((event, line, raw.thread.at.clone()));
        }
        if let Some(time) = raw.time {
            self.log.times.resize(number, Span::NONE);
            self.log.times.push(time);
        }
        self.log.events.push(one);
        Ok(())
    }

    fn barrier(&mut self, name: &Piece<'_>) -> u32 {
        let known = self.log.barriers.iter().zip(0..);
        let known = known.into_iter().find(|(one, _)| **one == *name.text);
        if let Some((_, place)) = known {
            return place;
        }
        self.log.barriers.push(name.text.clone().into_owned());
        u32::try_from(self.log.barriers.len() - 1).unwrap_or(0)
    }

    fn keep_promise(&mut self, one: &Event, raw: &Raw<'_>, line: u64) -> Result<(), Mistake> {
        let Some(unique) = &mut self.unique else {
            return Ok(());
        };
        let first = unique.insert((one.place, one.wrote), line);
        let location = self.log.locations.get(one.place as usize);
        let initial = location.is_some_and(|it| it.init == Init::Known(one.wrote));
        let (value, place) = (self.log.words.show(one.wrote), self.log.address(one.place));
        let what = match first {
            _ if initial => format!("is in {place} at first, and is written in line {line}"),
            Some(first) => format!("is written to {place} in lines {first} and {line}"),
            None => return Ok(()),
        };
        let at = raw.wrote.as_ref().map_or(0..0, |piece| piece.at.clone());
        let text = format!("`{value}` {what}, and values are promised to be unique");
        Err(Mistake::new(at, text, "written again")
            .with_help("leave the promise out: the verdict is the same, found with more effort"))
    }

    fn name(&mut self, event: u32, id: &Piece<'_>, line: u64) -> Result<(), Mistake> {
        if let Some((_, first)) = self.ids.get(&*id.text) {
            let text = format!("two events are named `{}`", id.text);
            let label = format!("the first is in line {first}");
            return Err(Mistake::new(id.at.clone(), text, label));
        }
        self.log.ids.set(self.log.events.len(), &id.text);
        if !self.streaming {
            self.ids.insert(id.text.clone().into_owned(), (event, line));
        }
        Ok(())
    }

    fn dependency(&self, piece: &Piece<'_>, thread: u16) -> Result<u32, Mistake> {
        if self.streaming {
            let text = "a log with dependencies cannot be judged as it comes";
            let one = Mistake::new(piece.at.clone(), text, "names an event that may be gone");
            return Err(
                one.with_help("leave --stream or --window out: the log is judged as a whole then")
            );
        }
        let Some(&(on, _)) = self.ids.get(&*piece.text) else {
            let text = format!("no event before this one is named `{}`", piece.text);
            let one = Mistake::new(piece.at.clone(), text, "not yet there");
            return Err(one.with_help("an event depends on earlier reads of its own thread"));
        };
        let source = self.log.events.get(on as usize);
        let right = source.is_some_and(|source| source.thread == thread && source.reads());
        if right {
            return Ok(on);
        }
        let text = format!("`{}` is no read of the same thread", piece.text);
        let one = Mistake::new(piece.at.clone(), text, "cannot be depended on");
        Err(one.with_help("an event depends on earlier reads of its own thread"))
    }
}
