//! What a file names: by imports, nested and grouped, by paths in the code, in visibilities and in
//! what macros are given.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// A path as it is written, resolved as far as it says where it begins.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// From the root of this crate.
    Ours(Vec<String>),
    /// From anything else: another crate, or a name in scope.
    Other(Vec<String>),
}

/// All that a file names, in order, each once.
pub fn named(module: &[String], file: &syn::File) -> Vec<Named> {
    let mut walk = Walk {
        module: module.to_vec(),
        found: Vec::new(),
    };
    walk.visit_file(file);
    walk.found.sort();
    walk.found.dedup();
    walk.found
}

struct Walk {
    /// The module that is looked at, modules within the file included.
    module: Vec<String>,
    found: Vec<Named>,
}

impl Walk {
    fn add(&mut self, path: &[String]) {
        let mut base = self.module.clone();
        let mut rest = path;
        let mut ours = false;
        while let Some((first, after)) = rest.split_first() {
            match first.as_str() {
                "crate" | "$crate" | "gpu_litmus" => base.clear(),
                "self" => {}
                "super" => {
                    base.pop();
                }
                _ => break,
            }
            ours = true;
            rest = after;
        }
        if ours {
            base.extend(rest.iter().cloned());
            self.found.push(Named::Ours(base));
        } else {
            self.found.push(Named::Other(path.to_vec()));
        }
    }

    fn tree(&mut self, tree: &syn::UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.tree(&path.tree, &with(&path.ident)),
            syn::UseTree::Name(name) => self.imported(with(&name.ident)),
            syn::UseTree::Rename(name) => self.imported(with(&name.ident)),
            syn::UseTree::Glob(_) => self.add(before),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(tree, before);
                }
            }
        }
    }

    /// A crate that is imported as such is told from a name in scope by `self` behind it.
    fn imported(&mut self, mut path: Vec<String>) {
        if path.len() == 1 {
            path.push("self".to_owned());
        }
        self.add(&path);
    }

    /// Paths in the tokens that a macro is given.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Punct(colon) if colon.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Group(group) => {
                    self.end(&mut path);
                    colons = 0;
                    self.tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.end(&mut path);
                    colons = 0;
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        if path.len() > 1 {
            self.add(path);
        }
        path.clear();
    }
}

impl Visit<'_> for Walk {
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.tree(&item.tree, &[]);
        self.visit_visibility(&item.vis);
    }

    fn visit_item_extern_crate(&mut self, item: &syn::ItemExternCrate) {
        self.imported(vec![item.ident.to_string()]);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let names = path.segments.iter().map(|one| one.ident.to_string());
        self.add(&names.collect::<Vec<_>>());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &syn::Macro) {
        self.tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }

    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }
}
