//! How pictures look: colours by what a line stands for, in light and in dark, and the arrowheads.

use std::fmt::Write as _;

const STYLE: &str = "\
text { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #1b1f24; }
.paper { fill: #ffffff; }
.title { font-weight: bold; }
.dim { fill: #57606a; }
.node { fill: #ffffff; stroke: #8c959f; stroke-width: 1; }
.node-hot { fill: #fff0ee; stroke: #cf222e; stroke-width: 1.8; }
.rule { stroke: #d0d7de; stroke-width: 1; }
.block { fill: #f6f8fa; stroke: #d0d7de; stroke-width: 1; }
.heading { text-anchor: middle; }
.faint { opacity: 0.55; }
.line { fill: none; stroke-width: 1.4; }
.line-hot { fill: none; stroke: #cf222e; stroke-width: 2.4; }
.po { stroke: #8c959f; } .rf { stroke: #1a7f37; } .co { stroke: #0969da; }
.fr { stroke: #9a6700; } .other { stroke: #8250df; } .race { stroke-dasharray: 6 4; }
.tip-po { fill: #8c959f; } .tip-rf { fill: #1a7f37; } .tip-co { fill: #0969da; }
.tip-fr { fill: #9a6700; } .tip-other { fill: #8250df; } .tip-hot { fill: #cf222e; }
.label { stroke: #ffffff; stroke-width: 4; stroke-linejoin: round; paint-order: stroke; text-anchor: middle; }
.label-po { fill: #57606a; } .label-rf { fill: #1a7f37; } .label-co { fill: #0969da; }
.label-fr { fill: #9a6700; } .label-other { fill: #8250df; }
.label-hot { fill: #cf222e; font-weight: bold; }
";

const DARK: &str = "\
text { fill: #e6edf3; }
.paper { fill: #0d1117; }
.dim { fill: #9198a1; }
.node { fill: #161b22; stroke: #6e7681; }
.node-hot { fill: #2d1416; stroke: #ff7b72; }
.rule { stroke: #30363d; }
.block { fill: #12171e; stroke: #30363d; }
.line-hot { stroke: #ff7b72; }
.po { stroke: #7d8590; } .rf { stroke: #3fb950; } .co { stroke: #58a6ff; }
.fr { stroke: #d29922; } .other { stroke: #bc8cff; }
.tip-po { fill: #7d8590; } .tip-rf { fill: #3fb950; } .tip-co { fill: #58a6ff; }
.tip-fr { fill: #d29922; } .tip-other { fill: #bc8cff; } .tip-hot { fill: #ff7b72; }
.label { stroke: #0d1117; }
.label-po { fill: #9198a1; } .label-rf { fill: #3fb950; } .label-co { fill: #58a6ff; }
.label-fr { fill: #d29922; } .label-other { fill: #bc8cff; }
.label-hot { fill: #ff7b72; }
";

/// The styles; on a page, only for what is within a selector such as `.picture `.
#[must_use]
pub fn sheet(within: &str) -> String {
    let mut out = rules(STYLE, within);
    let _ = writeln!(
        out,
        "@media (prefers-color-scheme: dark) {{\n{}}}",
        rules(DARK, within)
    );
    out
}

fn rules(sheet: &str, within: &str) -> String {
    let mut out = String::new();
    for line in sheet.lines() {
        for rule in line.split_inclusive("} ") {
            let _ = write!(out, "{within}{rule}");
        }
        out.push('\n');
    }
    out
}

/// The arrowheads. A page has them once: their names are names of the whole page.
#[must_use]
pub fn tips() -> String {
    let mut out = "<defs>\n".to_owned();
    for name in ["po", "rf", "co", "fr", "other", "hot"] {
        let _ = writeln!(
            out,
            "<marker id=\"to-{name}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" \
             markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
             <path class=\"tip-{name}\" d=\"M0 1 L10 5 L0 9 z\"/></marker>"
        );
    }
    out.push_str("</defs>\n");
    out
}
