//! Arms that take whatever else there is, in a `match` over one of our own enums: a new variant
//! would not break the build there.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};

use super::paths::Named;
use super::source::Source;

/// A `match`.
pub struct Match {
    /// The paths of its patterns.
    paths: Vec<Vec<String>>,
    /// What `Self` is around it.
    own: Option<String>,
    /// How many of its arms take everything.
    wild: usize,
}

/// The enums of a file.
pub fn enums(file: &syn::File) -> Vec<String> {
    let mut names = Enums(Vec::new());
    names.visit_file(file);
    names.0
}

struct Enums(Vec<String>);

impl Visit<'_> for Enums {
    fn visit_item_enum(&mut self, item: &syn::ItemEnum) {
        self.0.push(item.ident.to_string());
    }
}

/// The `match`es of a file.
pub fn matches(file: &syn::File) -> Vec<Match> {
    let mut all = Matches {
        own: None,
        found: Vec::new(),
    };
    all.visit_file(file);
    all.found
}

/// How many arms of a file take what is left of one of these enums.
pub fn wild(source: &Source, enums: &BTreeSet<&str>) -> usize {
    let imported = source.named.iter().filter_map(|name| {
        let (Named::Ours(path) | Named::Other(path)) = name;
        match &path[..] {
            [.., from, variant] if enums.contains(&**from) => Some(variant),
            _ => None,
        }
    });
    let variants: BTreeSet<&String> = imported.collect();
    let ours = |one: &&Match| {
        one.paths.iter().any(|path| match &path[..] {
            [.., from, _] if from == "Self" => {
                one.own.as_deref().is_some_and(|own| enums.contains(own))
            }
            [.., from, _] => enums.contains(&**from),
            [name] => variants.contains(name),
            [] => false,
        })
    };
    let matches = source.matches.iter().filter(ours);
    matches.map(|one| one.wild).sum()
}

struct Matches {
    own: Option<String>,
    found: Vec<Match>,
}

impl Visit<'_> for Matches {
    fn visit_item_impl(&mut self, item: &syn::ItemImpl) {
        let before = self.own.take();
        if let syn::Type::Path(path) = &*item.self_ty {
            self.own = path.path.segments.last().map(|name| name.ident.to_string());
        }
        visit::visit_item_impl(self, item);
        self.own = before;
    }

    fn visit_expr_match(&mut self, item: &syn::ExprMatch) {
        let mut paths = Paths(Vec::new());
        for arm in &item.arms {
            paths.visit_pat(&arm.pat);
        }
        let wild = |arm: &&syn::Arm| arm.guard.is_none() && takes_all(&arm.pat);
        self.found.push(Match {
            paths: paths.0,
            own: self.own.clone(),
            wild: item.arms.iter().filter(wild).count(),
        });
        visit::visit_expr_match(self, item);
    }
}

/// The paths of a pattern.
struct Paths(Vec<Vec<String>>);

impl Visit<'_> for Paths {
    fn visit_path(&mut self, path: &syn::Path) {
        let names = path.segments.iter().map(|one| one.ident.to_string());
        self.0.push(names.collect());
    }

    fn visit_pat_ident(&mut self, pattern: &syn::PatIdent) {
        self.0.push(vec![pattern.ident.to_string()]);
        visit::visit_pat_ident(self, pattern);
    }
}

/// Whether a pattern takes everything.
fn takes_all(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) => true,
        syn::Pat::Or(or) => or.cases.iter().any(takes_all),
        syn::Pat::Paren(inner) => takes_all(&inner.pat),
        _ => false,
    }
}
