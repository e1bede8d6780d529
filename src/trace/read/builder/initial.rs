//! What memory holds at first.

use super::{Builder, Init, Mistake, Piece};

impl Builder {
    /// What every location holds at first.
    pub fn init_all(&mut self, value: &Piece<'_>) -> Result<(), Mistake> {
        self.comes_first(value)?;
        let at = value.at.clone();
        let value = self.word(value)?;
        if self.default.replace(value).is_some() {
            let text = "what all locations hold at first is said twice";
            return Err(Mistake::new(at, text, "the second time"));
        }
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

    /// That it is said before the first event: events may be judged as they come.
    fn comes_first(&self, piece: &Piece<'_>) -> Result<(), Mistake> {
        if !self.begun {
            return Ok(());
        }
        let text = "an initial value after the first event";
        let one = Mistake::new(piece.at.clone(), text, "expected before the events");
        Err(one.with_help("a log says what memory holds at first before anything happens"))
    }
}
