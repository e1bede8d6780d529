//! Placement by enumeration: every role of every instance is played once, where the test says.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gpu_litmus::Program;
use gpu_litmus::device::run::place::{LANES, Mode, Places, Position, Shape, inverse};
use oorandom::Rand32;

/// A test whose threads lie anywhere in up to three blocks.
fn program(random: &mut Rand32) -> Program {
    let barriers = random.rand_range(0..4) == 0;
    let threads = random.rand_range(1..7);
    let mut heads = Vec::new();
    for thread in 0..threads {
        let cta = 5 * random.rand_range(0..3);
        let warp = if barriers || random.rand_range(0..2) == 0 {
            String::new()
        } else {
            format!("warp {},", random.rand_range(0..3))
        };
        heads.push(format!("P{thread}@{warp}cta {cta},gpu 0"));
    }
    let code = if barriers {
        "bar.sync 0"
    } else {
        "st.weak x, 1"
    };
    let cells = vec![code; heads.len()].join(" | ");
    let text = format!(
        "PTX t\n{{ x = 0; }}\n{} ;\n{cells} ;\nexists (x == 0)\n",
        heads.join(" | ")
    );
    gpu_litmus::load("t.litmus", &text).unwrap()
}

/// A launch that is large enough, and not much larger.
fn shape(places: &Places, random: &mut Rand32) -> Shape {
    let stripe = random.rand_range(1..4);
    let warps = match places.mode {
        Mode::Chain => places.warps + random.rand_range(0..3),
        Mode::Split => 1 + random.rand_range(0..places.most_teams().min(2)),
    };
    let lanes: Vec<u32> = (0..places.groups)
        .map(|_| 2 * random.rand_range(0..16) + 1)
        .collect();
    Shape {
        blocks: (places.blocks - 1) * stripe + 1 + random.rand_range(0..3),
        warps,
        stripe,
        lanes,
    }
}

fn check(program: &Program, places: &Places, shape: &Shape) {
    let roles = program.threads.len();
    let mut played: BTreeMap<(u32, u32), Vec<Option<Position>>> = BTreeMap::new();
    let threads = places.threads(shape);
    for block in 0..shape.blocks {
        for thread in 0..threads {
            let at = Position {
                block,
                warp: thread / LANES,
                lane: thread % LANES,
            };
            let mut plays = 0;
            for role in 0..roles {
                let Some(instance) = places.plays(role, at, shape) else {
                    continue;
                };
                plays += 1;
                let seats = played.entry(instance).or_insert_with(|| vec![None; roles]);
                assert!(seats[role].is_none(), "role {role} of {instance:?} twice");
                seats[role] = Some(at);
            }
            let wanted = match places.mode {
                Mode::Chain => roles,
                Mode::Split => 1,
            };
            assert_eq!(plays, wanted, "{shape:?}");
        }
    }
    let slots = places.slots(shape);
    assert_eq!(played.len(), (shape.blocks * slots) as usize, "{shape:?}");
    for (&(block, slot), seats) in &played {
        assert!(block < shape.blocks && slot < slots);
        let seats: Vec<Position> = seats.iter().map(|seat| seat.unwrap()).collect();
        for (i, a) in seats.iter().enumerate() {
            for (j, b) in seats.iter().enumerate().skip(i + 1) {
                let (p, q) = (program.threads[i].placement, program.threads[j].placement);
                assert_eq!(p.same_cta(&q), a.block == b.block, "{shape:?}");
                let together = a.block == b.block && a.warp == b.warp;
                assert!(!p.same_cta(&q) || p.same_warp(&q) == together, "{shape:?}");
                assert_ne!(a, b);
            }
        }
    }
}

#[test]
fn each_role_of_each_instance_is_played_once() {
    let mut random = Rand32::new(1);
    let mut modes = [0; 2];
    for _ in 0..1000 {
        let program = program(&mut random);
        let asked = if random.rand_range(0..2) == 0 {
            Mode::Chain
        } else {
            Mode::Split
        };
        let places = match Places::of(&program, asked) {
            Ok(places) => places,
            // A warp cannot play two roles.
            Err(_) => Places::of(&program, Mode::Chain).unwrap(),
        };
        let shape = shape(&places, &mut random);
        places.fits(&shape).unwrap();
        check(&program, &places, &shape);
        modes[usize::from(places.mode == Mode::Split)] += 1;
    }
    assert!(modes.iter().all(|count| *count > 100), "{modes:?}");
}

#[test]
fn inverses() {
    for odd in (1..32).step_by(2) {
        assert_eq!(odd * inverse(odd) % 32, 1);
    }
}

/// A launch without room is told so, and an instance would indeed be torn there.
#[test]
fn launches_without_room() {
    let text = "PTX t\n{ x = 0; }\nP0@cta 0,gpu 0 | P1@warp 0,cta 1,gpu 0 | P2@warp 1,cta 1,gpu 0 ;\n\
                st.weak x, 1 | st.weak x, 2 | st.weak x, 3 ;\nexists (x == 0)\n";
    let program = gpu_litmus::load("t.litmus", text).unwrap();
    let places = Places::of(&program, Mode::Chain).unwrap();
    let good = Shape {
        blocks: 3,
        warps: 2,
        stripe: 2,
        lanes: vec![1, 3, 5],
    };
    assert_eq!(places.fits(&good), Ok(()));
    let mut told = String::new();
    for shape in [
        Shape {
            blocks: 2,
            ..good.clone()
        },
        Shape {
            stripe: 0,
            ..good.clone()
        },
        Shape {
            warps: 1,
            ..good.clone()
        },
        Shape {
            warps: 33,
            ..good.clone()
        },
        Shape {
            lanes: vec![1, 2, 5],
            ..good.clone()
        },
        Shape {
            lanes: vec![1],
            ..good.clone()
        },
    ] {
        writeln!(told, "{}", places.fits(&shape).unwrap_err()).unwrap();
    }
    assert_eq!(
        told,
        "2 blocks an instance and a stripe of 2 need more than 2 testing blocks\n\
         2 blocks an instance and a stripe of 0 need more than 3 testing blocks\n\
         a block has from 2 to 32 warps, not 1\n\
         a block has from 2 to 32 warps, not 33\n\
         3 odd lane multipliers are needed\n\
         3 odd lane multipliers are needed\n"
    );
}
