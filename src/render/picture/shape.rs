//! Points, rectangles, curves.

/// A point, in pixels from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Its left side.
    pub x: f64,
    /// Its upper side.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Rect {
    /// The right side.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// The lower side.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// A rectangle of a size about a point.
    #[must_use]
    pub fn about(center: Point, w: f64, h: f64) -> Self {
        Self {
            x: center.x - w / 2.0,
            y: center.y - h / 2.0,
            w,
            h,
        }
    }

    /// Whether the two have an area in common.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Whether a point is in it, or nearer than a margin.
    #[must_use]
    pub fn holds(&self, point: Point, margin: f64) -> bool {
        point.x > self.x - margin
            && point.x < self.right() + margin
            && point.y > self.y - margin
            && point.y < self.bottom() + margin
    }
}

/// A line from one point to another.
#[derive(Debug, Clone, PartialEq)]
pub enum Curve {
    /// A cubic Bézier curve.
    Bezier([Point; 4]),
    /// Straight pieces with rounded corners.
    Bent(Vec<Point>),
}

impl Curve {
    /// The point at a part of the way, from 0 to 1.
    #[must_use]
    pub fn at(&self, part: f64) -> Point {
        match self {
            Self::Bezier([a, b, c, d]) => {
                let rest = 1.0 - part;
                let mix = |a: f64, b: f64, c: f64, d: f64| {
                    rest * rest * rest * a
                        + 3.0 * rest * rest * part * b
                        + 3.0 * rest * part * part * c
                        + part * part * part * d
                };
                Point {
                    x: mix(a.x, b.x, c.x, d.x),
                    y: mix(a.y, b.y, c.y, d.y),
                }
            }
            Self::Bent(points) => along(points, part),
        }
    }

    /// Points on the way, close to each other.
    #[must_use]
    pub fn samples(&self) -> Vec<Point> {
        (0..=SAMPLES)
            .map(|index| self.at(f64::from(index) / f64::from(SAMPLES)))
            .collect()
    }
}

const SAMPLES: u32 = 40;

fn along(points: &[Point], part: f64) -> Point {
    let length = |pair: &[Point]| (pair[1].x - pair[0].x).abs() + (pair[1].y - pair[0].y).abs();
    let whole: f64 = points.windows(2).map(length).sum();
    let mut left = whole * part;
    for pair in points.windows(2) {
        let piece = length(pair);
        if left <= piece && piece > 0.0 {
            let share = left / piece;
            return Point {
                x: pair[0].x + (pair[1].x - pair[0].x) * share,
                y: pair[0].y + (pair[1].y - pair[0].y) * share,
            };
        }
        left -= piece;
    }
    points.last().copied().unwrap_or_default()
}
