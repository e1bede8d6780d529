//! What memory holds at first.

use super::{Builder, Init, Inits, Mistake, Piece};

impl Inits {
    pub(super) fn an_event_comes(&mut self) {
        *self = match self {
            Self::Anywhere => Self::Anywhere,
            Self::First | Self::Past => Self::Past,
        };
    }
}

impl Builder {
    /// What every location holds at first.
    pub fn init_all(&mut self, value: &Piece<'_>) -> Result<(), Mistake> {
        self.comes_first(value)?;
        let value = self.word(value)?;
        self.default = Some(value);
        for (index, location) in (0..).zip(&mut self.log.locations) {
            if !self.given.contains_key(&index) {
                location.init = Init::Known(value);
            }
        }
        Ok(())
    }

    /// What one location holds at first.
    pub fn init(
        &mut self,
        address: &Piece<'_>,
        value: &Piece<'_>,
        line: u64,
    ) -> Result<(), Mistake> {
        self.comes_first(address)?;
        let place = self.place(address)?;
        let value = self.word(value)?;
        if let Some(first) = self.given.insert(place, line) {
            let text = format!("`{}` has two initial values", address.text);
            let label = format!("the first is in line {first}");
            return Err(Mistake::new(address.at.clone(), text, label));
        }
        if let Some(location) = self.log.locations.get_mut(place as usize) {
            location.init = Init::Known(value);
        }
        Ok(())
    }

    /// Events will be judged as they come: what memory holds at first is said before.
    pub fn judge_as_they_come(&mut self) {
        self.stream();
        self.inits = Inits::First;
    }

    /// That events which are gone were not judged without this initial value.
    fn comes_first(&self, piece: &Piece<'_>) -> Result<(), Mistake> {
        if self.inits != Inits::Past {
            return Ok(());
        }
        let text = "an initial value after the first event";
        let one = Mistake::new(piece.at.clone(), text, "expected before the events");
        Err(one.with_help(
            "a log that is judged as it comes says first what memory holds; without --stream it is judged as a whole",
        ))
    }
}
