//! A drawing as plain data: shapes at pixels, in the order they are painted.

/// Inks that stay apart for colour-blind readers (Okabe and Ito, 2008) and, by their lightness, in
/// grey; a meaning never rests on the ink alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Text and axes.
    Black,
    /// Secondary text.
    Grey,
    /// Grid lines and neutral areas.
    Pale,
    /// Behind everything.
    White,
    /// What was simulated or observed.
    Blue,
    /// What is published or exact.
    Orange,
    /// A third kind.
    Green,
    /// What failed.
    Red,
    /// An area behind what is published or exact.
    Sand,
    /// An area behind what was simulated.
    Sky,
}

impl Ink {
    /// Red, green, blue.
    pub fn rgb(self) -> (u8, u8, u8) {
        match self {
            Self::Black => (26, 26, 26),
            Self::Grey => (96, 96, 96),
            Self::Pale => (222, 222, 222),
            Self::White => (255, 255, 255),
            Self::Blue => (0, 90, 156),
            Self::Orange => (200, 96, 0),
            Self::Green => (0, 130, 98),
            Self::Red => (190, 30, 45),
            Self::Sand => (250, 226, 190),
            Self::Sky => (200, 226, 245),
        }
    }
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A filled disc.
    Disc,
    /// An open circle.
    Ring,
    /// A filled square.
    Square,
    /// A filled diamond.
    Diamond,
    /// A diagonal cross.
    Cross,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// Its middle is at the point.
    Middle,
    /// It ends at the point.
    End,
}

/// One shape. Coordinates are pixels from the top left corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// Its ink.
        ink: Ink,
        /// Its width.
        width: u32,
        /// Whether it is dashed.
        is_dashed: bool,
    },
    /// A filled polygon.
    Area {
        /// Its corners.
        points: Vec<(f64, f64)>,
        /// Its ink.
        ink: Ink,
    },
    /// A mark at a point.
    Mark {
        /// Its centre.
        at: (f64, f64),
        /// Its shape.
        mark: Mark,
        /// Its ink.
        ink: Ink,
        /// Half its width.
        size: f64,
    },
    /// A text, vertically centred at its point.
    Text {
        /// Its point.
        at: (f64, f64),
        /// What it says.
        text: String,
        /// Height in pixels.
        size: f64,
        /// Where it stands.
        anchor: Anchor,
        /// Its ink.
        ink: Ink,
        /// Whether it is bold.
        is_bold: bool,
        /// Whether it is written upwards.
        is_upright: bool,
    },
}

/// A drawing, ready for any backend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// What is painted, in order.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// An empty drawing.
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            shapes: Vec::new(),
        }
    }

    /// A solid line.
    pub fn line(&mut self, points: Vec<(f64, f64)>, ink: Ink, width: u32) {
        self.shapes.push(Shape::Line {
            points,
            ink,
            width,
            is_dashed: false,
        });
    }

    /// A dashed line.
    pub fn dashes(&mut self, points: Vec<(f64, f64)>, ink: Ink, width: u32) {
        self.shapes.push(Shape::Line {
            points,
            ink,
            width,
            is_dashed: true,
        });
    }

    /// A filled polygon.
    pub fn area(&mut self, points: Vec<(f64, f64)>, ink: Ink) {
        self.shapes.push(Shape::Area { points, ink });
    }

    /// A filled rectangle between two corners.
    pub fn rectangle(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink) {
        self.area(vec![from, (to.0, from.1), to, (from.0, to.1)], ink);
    }

    /// A mark.
    pub fn mark(&mut self, at: (f64, f64), mark: Mark, ink: Ink, size: f64) {
        self.shapes.push(Shape::Mark {
            at,
            mark,
            ink,
            size,
        });
    }

    /// A text in black.
    pub fn text(&mut self, at: (f64, f64), text: impl Into<String>, size: f64, anchor: Anchor) {
        self.write(at, text, size, anchor, Ink::Black);
    }

    /// A text in any ink.
    pub fn write(
        &mut self,
        at: (f64, f64),
        text: impl Into<String>,
        size: f64,
        anchor: Anchor,
        ink: Ink,
    ) {
        self.shapes.push(Shape::Text {
            at,
            text: text.into(),
            size,
            anchor,
            ink,
            is_bold: false,
            is_upright: false,
        });
    }
}
