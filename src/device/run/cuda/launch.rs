//! The launches of a test on a GPU.

mod states;

use std::cell::RefMut;
use std::collections::BTreeMap;

use oorandom::Rand64;

use crate::program::Program;
use crate::stop::Stop;

use super::super::device::{Device, Fault, Made, NoDevice, OPTIMISED};
use super::super::emit::frame::{BEFORE, BEFORE_STORES, BESIDE, BESIDE_STORES, GATE};
use super::super::emit::layout::Layout;
use super::super::emit::module::module;
use super::super::emit::refuse::lay_out;
use super::super::observe::Observed;
use super::super::settings::Settings;
use super::super::tally::{Place, Tally};
use super::idle::Idle;
use super::optimised::{Said, look};
use super::plan::{self, Block, Plan, counts};
use super::worker::{Way, Worker};

/// The addresses of a launch's memory.
#[derive(Debug, Clone, Copy, Default)]
struct Memory {
    cells: u64,
    out: u64,
    counts: u64,
    order: u64,
    gate: u64,
    spots: u64,
    found: u64,
}

/// A GPU that runs a test.
#[derive(Debug)]
pub struct Cuda<'a> {
    layout: Layout<'a>,
    worker: RefMut<'a, Worker>,
    plan: Plan,
    memory: Memory,
    settings: Settings,
    seed: u64,
    optcheck: Said,
    /// The kernels, as text and as machine code.
    made: Vec<Made>,
    /// Whether it runs though its machine code is another test.
    force: bool,
    /// The states of keys that do not say them.
    hashed: BTreeMap<u64, Vec<i64>>,
}

impl<'a> Cuda<'a> {
    /// A test that was not [refused](super::super::refuse::refuse), on the first GPU.
    ///
    /// # Errors
    ///
    /// There is no GPU, or it cannot run the test.
    pub fn new(
        program: &'a Program,
        observed: &Observed,
        settings: Settings,
        seed: u64,
        (way, idle, stop): (&Way, &'a Idle, &Stop),
    ) -> Result<Self, NoDevice> {
        let layout =
            lay_out(program, observed, settings.gpu.mode()).map_err(|report| report.to_string())?;
        let mut worker = idle.worker(way, stop)?;
        if worker.told.sm < 70 {
            let (sm, name) = (worker.told.sm, &worker.told.name);
            let why = format!("{name} is of sm_{sm}: models of PTX speak of sm_70 and later");
            return Err(why.into());
        }
        let ptx = module(&layout);
        worker.load(&ptx)?;
        // Settings that are tried one after the other mostly have the same kernels.
        let looked = worker.looked.take().filter(|(of, _)| *of == ptx);
        let looked = match looked {
            Some((_, looked)) => looked,
            None => look(&mut worker, &layout)?,
        };
        worker.looked = Some((ptx.clone(), looked.clone()));
        let (optcheck, code) = looked;
        let ptx = Made {
            ending: "ptx",
            bytes: ptx.into_bytes(),
        };
        let made = std::iter::once(ptx).chain(code).collect();
        let gpu = &settings.gpu;
        let block = Block::new(&layout, gpu)?;
        let resident = worker.fits("test", block.threads, block.shared)?;
        let plan = Plan::new(&layout, gpu, &worker.told, (block, resident))?;
        let mut cuda = Self {
            layout,
            worker,
            plan,
            memory: Memory::default(),
            settings,
            seed,
            optcheck,
            made,
            force: way.force,
            hashed: BTreeMap::new(),
        };
        cuda.allocate()?;
        Ok(cuda)
    }

    fn allocate(&mut self) -> Result<(), Fault> {
        let (plan, layout, gpu) = (&self.plan, &self.layout, &self.settings.gpu);
        let stress = plan::stress(gpu);
        // Stress is made behind the locations.
        let cells = plan.memory(layout).next_multiple_of(256);
        let records = layout.record() as u64 * u64::from(plan.total);
        let all = u64::from(plan.all);
        self.memory = Memory {
            cells: self.worker.alloc(cells + stress)?,
            out: self.worker.alloc(records)?,
            counts: self.worker.alloc(8 * counts(layout))?,
            order: self.worker.alloc(4 * all)?,
            gate: self.worker.alloc(8)?,
            spots: self.worker.alloc(8 * all)?,
            found: self.worker.alloc(8)?,
        };
        let base = self.memory.cells + cells;
        let line = |block: u64| {
            if gpu.way == 0 {
                block * gpu.lines / all
            } else {
                block % gpu.lines
            }
        };
        let spot = |block: u64| base + line(block) * gpu.words * 4;
        let spots: Vec<u8> = (0..all)
            .flat_map(|block| spot(block).to_le_bytes())
            .collect();
        self.write(self.memory.spots, &spots)
    }

    /// Writes bytes, some at a time.
    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), Fault> {
        for (part, from) in bytes.chunks(1 << 14).zip((at..).step_by(1 << 14)) {
            self.worker.put(from, part)?;
        }
        Ok(())
    }

    /// The parameter of all kernels.
    fn parameters(&self, flags: u64, wanted: u64) -> Vec<u8> {
        let mut bytes = vec![0; self.layout.size() as usize];
        let (memory, gpu) = (&self.memory, &self.settings.gpu);
        for one in &self.layout.parameters {
            let value = match one.name.as_str() {
                "out" => memory.out,
                "counts" => memory.counts,
                "order" => memory.order,
                "gate" => memory.gate,
                "spots" => memory.spots,
                "found" => memory.found,
                "wanted" => wanted,
                "flags" => flags,
                "before" => gpu.pre_times,
                "beside" => gpu.stress_times,
                name if name.starts_with("mem") => memory.cells,
                name => self.plan.number(name, self.settings.spin),
            };
            let (from, size) = (one.offset as usize, one.size as usize);
            bytes[from..from + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        bytes
    }

    /// What is left to chance: flags, and the places of blocks.
    fn draw(&self, launch: u64) -> (u64, Vec<u8>) {
        let gpu = &self.settings.gpu;
        let mut random = Rand64::new_inc(self.seed.into(), launch.into());
        let mut chance = |percent: u64| random.rand_range(0..100) < percent;
        let drawn = [(GATE, gpu.gate), (BEFORE, gpu.pre), (BESIDE, gpu.stress)];
        let drawn = drawn.map(|(bit, percent)| (bit, chance(percent)));
        let stores = [
            (BEFORE_STORES, gpu.pre_pattern),
            (BESIDE_STORES, gpu.stress_pattern),
        ];
        let stores = stores
            .into_iter()
            .flat_map(|(bits, pattern)| [(bits[0], pattern & 1 != 0), (bits[1], pattern & 2 != 0)]);
        let set = drawn.into_iter().chain(stores).filter(|(_, set)| *set);
        let flags = set.fold(0, |flags, (bit, _)| flags | bit);
        let shuffled = chance(self.settings.shuffle);
        let mut order: Vec<u32> = (0..self.plan.all).collect();
        if shuffled {
            for last in (1..order.len()).rev() {
                let drawn = random.rand_range(0..last as u64 + 1);
                order.swap(last, usize::try_from(drawn).unwrap_or(0));
            }
        }
        (
            flags.into(),
            order.iter().flat_map(|block| block.to_le_bytes()).collect(),
        )
    }
}

impl Device for Cuda<'_> {
    fn name(&self) -> String {
        format!("{} (sm_{})", self.worker.told.name, self.worker.told.sm)
    }

    /// The process has its own patience, and hears of Ctrl-C itself.
    fn launch(&mut self, launch: u64, tally: &mut Tally, _stop: &Stop) -> Result<(), Fault> {
        if self.optcheck.0 == OPTIMISED && !self.force {
            return Err(Fault::Optimised);
        }
        let (flags, order) = self.draw(launch);
        self.write(self.memory.order, &order)?;
        self.worker.zero(self.memory.gate, 8)?;
        self.worker
            .zero(self.memory.counts, 8 * counts(&self.layout))?;
        let parameters = self.parameters(flags, 0);
        let (blocks, slots) = (self.plan.shape.blocks, self.plan.block.slots);
        self.worker
            .launch("init", (blocks, slots, 0), &parameters)?;
        let block = &self.plan.block;
        let test = (self.plan.all, block.threads, block.shared);
        self.worker.launch("test", test, &parameters)?;
        self.worker
            .launch("collect", (blocks, slots, 0), &parameters)?;
        for (key, count) in self.counted(tally)? {
            let (state, instance) = self.seen(key, tally)?;
            tally.see_all(&state, count, Place { launch, instance });
        }
        Ok(())
    }

    fn driver(&self) -> Option<String> {
        Some(self.worker.told.driver.clone())
    }

    fn made(&self) -> &[Made] {
        &self.made
    }

    fn optcheck(&self) -> Option<(&'static str, Option<String>)> {
        Some(self.optcheck.clone())
    }
}
