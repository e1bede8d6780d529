//! The rates of a tuning as a picture: for each test a line over its settings, the best first, as far as they show it.

use std::fmt::Write as _;

use crate::render::markup::escape;

use super::view::{Test, Tuned};

/// Where the axes are: left, top, right and bottom.
const FRAME: (f64, f64, f64, f64) = (64.0, 56.0, 560.0, 320.0);
/// For the names of tests.
const WIDTH: f64 = 820.0;
const LINE: f64 = 18.0;

/// Colours that differ for most eyes, also in grey (Okabe and Ito 2008); marks tell lines of one colour apart.
const INKS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 3\""];

/// The picture.
#[must_use]
pub fn render(tuned: &Tuned) -> String {
    let height = name_at(tuned.tests.len()).max(FRAME.3) + 64.0;
    let title = format!(
        "Rates of {} tests under {} settings on {}",
        tuned.tests.len(),
        tuned.tried.len(),
        tuned.device
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{0}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"12\" y=\"24\" font-size=\"15\" fill=\"#1a1a1a\">{0}</text>\n",
        escape(&title)
    );
    let scale = Scale::of(tuned);
    scale.axes(&mut out);
    for (number, test) in tuned.tests.iter().enumerate() {
        scale.line(test, number, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// Where the name of a test stands.
#[expect(clippy::cast_precision_loss, reason = "a number of tests")]
fn name_at(number: usize) -> f64 {
    FRAME.1 + LINE * number as f64 + 8.0
}

/// From numbers to places.
struct Scale {
    /// How many settings there are.
    settings: usize,
    /// The powers of ten at the foot and at the head.
    powers: (i32, i32),
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "counts of settings, and powers of ten"
)]
impl Scale {
    fn of(tuned: &Tuned) -> Self {
        let rates = tuned.tests.iter().flat_map(rates);
        let powers = rates.map(f64::log10);
        let (least, most) = powers.fold((f64::MAX, f64::MIN), |(least, most), power| {
            (least.min(power), most.max(power))
        });
        let powers = if least > most {
            (0, 1)
        } else {
            let foot = least.floor() as i32;
            (foot, (most.ceil() as i32).max(foot + 1))
        };
        Self {
            settings: tuned.tried.len(),
            powers,
        }
    }

    fn across(&self, place: usize) -> f64 {
        let most = self.settings.saturating_sub(1).max(1) as f64;
        FRAME.0 + 8.0 + (FRAME.2 - FRAME.0 - 16.0) * place as f64 / most
    }

    fn up(&self, power: f64) -> f64 {
        let (foot, head) = (f64::from(self.powers.0), f64::from(self.powers.1));
        FRAME.3 - (FRAME.3 - FRAME.1) * (power - foot) / (head - foot)
    }

    fn axes(&self, out: &mut String) {
        let (left, top, right, bottom) = FRAME;
        let step = (self.powers.1 - self.powers.0) / 10 + 1;
        let mut power = self.powers.0;
        while power <= self.powers.1 {
            let y = self.up(f64::from(power));
            let _ = writeln!(
                out,
                "<path d=\"M{left} {y:.1}H{right}\" stroke=\"#dddddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" \
                 fill=\"#555555\">{}</text>",
                left - 8.0,
                y + 4.0,
                decimal(power)
            );
            power += step;
        }
        let _ = writeln!(
            out,
            "<path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#555555\"/>\
             <text x=\"{left}\" y=\"{}\" fill=\"#555555\">sightings a second</text>",
            top - 10.0
        );
        for place in [
            0,
            self.settings.saturating_sub(1) / 2,
            self.settings.saturating_sub(1),
        ] {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555555\">{}</text>",
                self.across(place),
                bottom + 18.0,
                place + 1
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555555\">settings, for each test the best first</text>",
            f64::midpoint(left, right),
            bottom + 38.0
        );
    }

    fn line(&self, test: &Test, number: usize, out: &mut String) {
        let mut all: Vec<f64> = rates(test).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        let ink = INKS[number % INKS.len()];
        let dash = DASHES[number / INKS.len() % DASHES.len()];
        let places = all.iter().enumerate();
        let points: Vec<(f64, f64)> = places
            .map(|(place, rate)| (self.across(place), self.up(rate.log10())))
            .collect();
        let path: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\"{dash}/>",
            path.join(" ")
        );
        if let [(x, y)] = points.as_slice() {
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{ink}\"/>"
            );
        }
        let y = name_at(number);
        let _ = writeln!(
            out,
            "<path d=\"M{} {}h24\" stroke=\"{ink}\" stroke-width=\"2\"{dash}/>\
             <text x=\"{}\" y=\"{}\" fill=\"#1a1a1a\">{}{}: {} of {}</text>",
            FRAME.2 + 16.0,
            y - 4.0,
            FRAME.2 + 46.0,
            y,
            escape(&test.test),
            if test.relaxed { ", relaxed" } else { "" },
            test.shown_by(),
            self.settings
        );
    }
}

/// The rates under settings that show it.
fn rates(test: &Test) -> impl Iterator<Item = f64> {
    test.runs
        .iter()
        .map(|run| run.rate)
        .filter(|rate| *rate > 0.0)
}

/// `10`, `0.1`, `1 M`.
fn decimal(power: i32) -> String {
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    match power {
        i32::MIN..=-1 => format!("0.{}1", zeros(-power - 1)),
        0..=5 => format!("1{}", zeros(power)),
        6..=8 => format!("1{} M", zeros(power - 6)),
        9.. => format!("1{} G", zeros(power - 9)),
    }
}
