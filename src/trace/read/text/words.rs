//! The words of an event: kind, order, scope, value, time, dependencies.

use super::{Depends, KINDS, Mistake, Mode, Op, Order, Piece, Raw, SCOPES, Scope, Span};

/// `S.release.gpu`
pub(super) fn kind_of(piece: &Piece<'_>) -> Result<(Op, Mode), Mistake> {
    let mut parts = piece.text.split('.');
    let name = parts.next().unwrap_or_default();
    let Some((_, op)) = KINDS.iter().find(|(kind, _)| *kind == name) else {
        let at = piece.at.start..piece.at.start + name.len();
        let text = format!("`{name}` is no kind of event");
        return Err(Mistake::new(at, text, "unknown kind").with_help(
            "kinds are L (load), S (store), U (read-modify-write), F (fence), B (barrier), WB (write-back)",
        ));
    };
    let (mut order, mut scope) = (None, None);
    let mut from = piece.at.start + name.len() + 1;
    for part in parts {
        let at = from..from + part.len();
        from = at.end + 1;
        let known = Order::from_name(part);
        let near = SCOPES.iter().find(|(_, names)| names.contains(&part));
        let twice = match (known, near) {
            (Some(known), _) => order.replace(known).is_some(),
            (None, Some((near, _))) => scope.replace(*near).is_some(),
            (None, None) => {
                let names: Vec<&str> = Order::ALL.iter().map(|order| order.name()).collect();
                let scopes = SCOPES.iter().flat_map(|(_, names)| names.iter().copied());
                let names: Vec<&str> = names.into_iter().chain(scopes).collect();
                let text = format!("`{part}` is neither an order nor a scope");
                return Err(Mistake::new(at, text, "unknown").with_names(part, &names));
            }
        };
        if twice {
            let text = format!("`{}` has two orders or two scopes", piece.text);
            return Err(Mistake::new(at, text, "one too many"));
        }
    }
    mode(*op, order, scope).map_err(|text| Mistake::new(piece.at.clone(), text, "not of this kind"))
}

/// Order and scope of a kind of event, where they may be left out.
///
/// # Errors
///
/// There is no such event.
pub fn mode(op: Op, order: Option<Order>, scope: Option<Scope>) -> Result<(Op, Mode), String> {
    let wrong = match (op, order) {
        (Op::Load, Some(order)) => {
            matches!(
                order,
                Order::Release | Order::AcqRel | Order::RmRelease | Order::RmAcqRel
            )
        }
        (Op::Store, Some(order)) => {
            matches!(
                order,
                Order::Acquire | Order::AcqRel | Order::RmAcquire | Order::RmAcqRel
            )
        }
        (Op::Rmw, Some(order)) => order == Order::Weak,
        (Op::Fence, Some(order)) => !matches!(order, Order::AcqRel | Order::Sc),
        (Op::Barrier | Op::WriteBack, Some(_)) => true,
        (_, None) => false,
    };
    if wrong || (scope.is_some() && matches!(op, Op::Barrier | Op::WriteBack)) {
        let right = match op {
            Op::Load => "a load is weak, relaxed, acquire, sc or rm_acquire",
            Op::Store => "a store is weak, relaxed, release, sc or rm_release",
            Op::Rmw => {
                "a read-modify-write is relaxed, acquire, release, acq_rel, sc or one of the rm_ orders"
            }
            Op::Fence => "a fence is sc or acq_rel",
            Op::Barrier => "a barrier has neither order nor scope",
            Op::WriteBack => "a write-back has neither order nor scope",
        };
        return Err(right.to_owned());
    }
    let order = order.unwrap_or(match op {
        Op::Fence => Order::Sc,
        Op::Rmw => Order::Relaxed,
        // A scope alone is one of a relaxed access, as in PTX.
        Op::Load | Op::Store if scope.is_some() => Order::Relaxed,
        Op::Load | Op::Store | Op::Barrier | Op::WriteBack => Order::Weak,
    });
    Ok((op, Mode::new(order, scope.unwrap_or(Scope::Gpu))))
}

/// `1>4`, or `1>-` where nothing was written.
pub(super) fn halves<'a>(
    piece: &Piece<'a>,
    line: &'a str,
) -> Result<(Option<Piece<'a>>, Option<Piece<'a>>), Mistake> {
    let whole = line.get(piece.at.clone()).unwrap_or_default();
    let split = whole
        .split_once('>')
        .filter(|(read, wrote)| !read.is_empty() && !wrote.is_empty());
    let Some((read, wrote)) = split else {
        let text = format!("`{whole}` is half of a read-modify-write");
        return Err(
            Mistake::new(piece.at.clone(), text, "what it read, and what it wrote")
                .with_help("such as 1>4, or 1>- for a compare-and-swap that failed"),
        );
    };
    let middle = piece.at.start + read.len();
    let first = Piece::new(read, piece.at.start..middle);
    let second = Piece::new(wrote, middle + 1..piece.at.end);
    Ok((Some(first), (wrote != "-").then_some(second)))
}

/// `@3`, `@3..9`, `data=a,b`
pub(super) fn tail<'a>(raw: &mut Raw<'a>, piece: &Piece<'a>, line: &'a str) -> Result<(), Mistake> {
    let text = line.get(piece.at.clone()).unwrap_or_default();
    if let Some(time) = text.strip_prefix('@') {
        if raw.time.is_some() {
            return Err(Mistake::new(
                piece.at.clone(),
                "an event has one time",
                "the second",
            ));
        }
        let (start, end) = time.split_once("..").unwrap_or((time, time));
        let (Ok(start), Ok(end)) = (start.parse::<u64>(), end.parse::<u64>()) else {
            let text = format!("`{text}` is no time");
            return Err(
                Mistake::new(piece.at.clone(), text, "expected @START or @START..END")
                    .with_help("times are whole numbers of at most 64 bits"),
            );
        };
        raw.time = Some(span(start, end, &piece.at)?);
        return Ok(());
    }
    let split = text.split_once('=');
    let kind = split.and_then(|(name, _)| Depends::ALL.into_iter().find(|one| one.name() == name));
    let (Some(kind), Some((name, ids))) = (kind, split) else {
        let message = format!("`{text}` is neither a time nor a dependency");
        return Err(Mistake::new(piece.at.clone(), message, "not understood")
            .with_help("after the value come @START..END, addr=IDS, data=IDS and ctrl=IDS"));
    };
    let mut from = piece.at.start + name.len() + 1;
    for id in ids.split(',') {
        let at = from..from + id.len();
        from = at.end + 1;
        raw.dependencies.push((kind, Piece::new(id, at)));
    }
    Ok(())
}

/// A span of time.
///
/// # Errors
///
/// It ends before it begins.
pub fn span(start: u64, end: u64, at: &std::ops::Range<usize>) -> Result<Span, Mistake> {
    if end < start {
        let text = format!("the event ends (at {end}) before it starts (at {start})");
        return Err(Mistake::new(at.clone(), text, "ends before it starts"));
    }
    Ok(Span { start, end })
}
