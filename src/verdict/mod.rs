//! Answers as plain data, the same for every engine: what is asked ([`query`]), what is answered
//! ([`outcome`]), and what an answer is made of.

pub mod endless;
pub mod ledger;
pub mod machine;
pub mod ordering;
pub mod outcome;
pub mod plain;
pub mod query;
pub mod reason;
pub mod remark;
pub mod settled;
pub mod shown;
pub mod states;
pub mod termination;
pub mod why;
