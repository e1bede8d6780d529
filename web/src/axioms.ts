// Whether a model of one's own says anything.

/** Words of which each states something, or brings a text that may. */
const STATEMENTS = ["acyclic", "irreflexive", "empty", "include"];
const OUTSIDE = /\(\*|\/\/.*|#.*|"[^"\n]*"|[A-Za-z_][\w.'-]*/g;
/** Comments nest. */
const INSIDE = /\(\*|\*\)/g;

/** Whether a model has neither axioms nor flags: it would allow everything. */
export function lawless(model: string): boolean {
  let depth = 0;
  let at = 0;
  for (;;) {
    const part = depth > 0 ? INSIDE : OUTSIDE;
    part.lastIndex = at;
    const found = part.exec(model);
    if (found === null) return true;
    at = part.lastIndex;
    if (found[0] === "(*") depth += 1;
    else if (found[0] === "*)") depth -= 1;
    else if (STATEMENTS.includes(found[0])) return false;
  }
}
