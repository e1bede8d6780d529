//! Tests in an editor: mistakes and what mends them, names, words.

use serde_json::{Value, json};

use super::client::{Client, titled};
use crate::folder::Folder;

const URI: &str = "untitled:mp.litmus";

/// With letters that bytes, UTF-16 and characters count differently.
const MP: &str = "PTX MP
\"\u{b5}\u{1d6fc}\"
{ x = 0; y = 0; P1:r1 = 7; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0               ;
 st.weak x, 1   | (* \u{1d6fc} *) ld.acquire.gpu r1, y ;
 st.weak y, 1   | ld.weak r2, x                ;
exists (P1:r1 == 1 /\\ P1:r2 == 0)
";

#[test]
fn a_mistake_is_mended_by_its_action() {
    for bytes in [false, true] {
        let mut client = Client::start(&["-m", "sc"], bytes);
        let text = MP.replace("ld.acquire", "ld.aquire");
        let told = client.open(URI, &text);
        assert_eq!(told.len(), 1, "{told:#?}");
        assert_eq!(client.slice(&text, &told[0]["range"]), "aquire");
        assert_eq!(
            (&told[0]["severity"], &told[0]["source"]),
            (&json!(1), &json!("gpu-litmus"))
        );
        let message = told[0]["message"].as_str().unwrap();
        assert!(
            message.contains("unknown modifier") && message.contains("did you mean `.acquire`?")
        );
        let actions = client.actions(URI, &text, "quire");
        let action = titled(&actions, "Write `acquire`");
        assert_eq!(
            (&action["kind"], &action["isPreferred"]),
            (&json!("quickfix"), &json!(true))
        );
        let text = client.applied(URI, &text, &action["edit"]);
        assert_eq!(text, MP);
        client.replace(URI, 2, &text);
        assert_eq!(client.diagnostics(URI, 2), [Value::Null; 0]);
        assert_eq!(client.lenses(URI), ["unreachable: sc"]);
        client.end();
    }
}

/// As an editor types: one letter after the other.
#[test]
fn changes_of_parts() {
    let mut client = Client::start(&["-m", "sc"], false);
    let text = MP.replace("y, 1   |", "y, |");
    assert!(!client.open(URI, &text).is_empty());
    let at = text.find("y, |").unwrap() + 3;
    let mut changes = Vec::new();
    for (typed, letter) in ["1", " ", " "].iter().enumerate() {
        let mut place = client.position(&text, at);
        place["character"] = json!(place["character"].as_u64().unwrap() + typed as u64);
        changes.push(json!({ "range": { "start": place, "end": place }, "text": letter }));
    }
    let document = json!({ "uri": URI, "version": 2 });
    let params = json!({ "textDocument": document, "contentChanges": changes });
    client.tell("textDocument/didChange", &params);
    assert_eq!(client.diagnostics(URI, 2), [Value::Null; 0]);
    client.end();
}

#[test]
fn a_register_is_declared_and_related_places_are_told() {
    let mut client = Client::start(&["-m", "sc"], true);
    let text = MP.replace("P1:r2 == 0", "P1:r25 == 0");
    let told = client.open(URI, &text);
    assert_eq!(told[0]["severity"], 2, "{told:#?}");
    let actions = client.actions(URI, &text, "r25");
    let action = titled(&actions, "Declare `P1:r25 = 0;`");
    let text = client.applied(URI, &text, &action["edit"]);
    assert!(text.contains("{ P1:r25 = 0; x = 0;"), "{text}");
    client.replace(URI, 2, &text);
    assert_eq!(client.diagnostics(URI, 2), [Value::Null; 0]);

    let other = "untitled:space.litmus";
    let text = std::fs::read_to_string("tests/ui/program/space.litmus").unwrap();
    let told = client.open(other, &text);
    let related = &told[0]["relatedInformation"][0];
    assert_eq!(related["message"], ".shared here");
    assert_eq!(client.slice(&text, &related["location"]["range"]), "s");
    client.end();
}

#[test]
fn words_are_explained() {
    let mut client = Client::start(&["-m", "sc,tso"], false);
    client.open(URI, MP);
    assert_eq!(client.lenses(URI), ["unreachable: sc, tso"]);
    for (before, words) in [
        ("ld.acquire", "a load"),
        ("acquire.gpu", "stays there"),
        ("gpu r1", "the threads of the device"),
        ("x, 1 ", "location `x`: `x = 0`"),
        ("r1, y", "register `r1` of `P1`: `P1:r1 = 7`"),
        ("r2, x", "register `r2` of `P1`, 0 at the start"),
        (
            "P1@",
            "thread `P1@cta 1,gpu 0`: a warp of its own in block (`cta`) 1 on device (`gpu`) 0",
        ),
        ("P1@", "On the same device, in another block: `P0`"),
        ("exists", "| tso | unreachable (never) |"),
        ("== 1 /", "| sc | unreachable (never) |"),
    ] {
        let said = client.at("textDocument/hover", URI, MP, before, Value::Null);
        let text = said["contents"]["value"].as_str().unwrap_or_default();
        assert!(text.contains(words), "{before}: {said}");
    }
    // Nothing is to be said of blanks and numbers.
    assert!(
        client
            .at("textDocument/hover", URI, MP, "  ;", Value::Null)
            .is_null()
    );
    let broken = "PTX broken\n{ x = 0; }\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nstt.weak x, 2 ;\nexists (x == 1)\n";
    let other = "file:///broken.litmus";
    client.open(other, broken);
    let mut words = |before| {
        let said = client.at("textDocument/hover", other, broken, before, Value::Null);
        said["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(
        words("exists").contains("no model is asked"),
        "{}",
        words("exists")
    );
    assert_eq!(words("weak x, 1"), "a plain `ld` or `st`");
    client.end();
}

#[test]
fn threads_are_explained_by_where_they_are() {
    let text = "PTX Placed\n{ }\n P0@warp 1,cta 0,gpu 0 | P1@warp 1,cta 0,gpu 0 | P2@cta 0,gpu 0 | P3@cta 1,gpu 0 | P4@cta 0,gpu 1 ;\n st x, 1 | | | | ;\nexists (x == 1)\n";
    let mut client = Client::start(&["-m", "sc"], true);
    client.open(URI, text);
    let said = client.at("textDocument/hover", URI, text, "P0@", Value::Null);
    assert_eq!(
        said["contents"]["value"],
        "thread `P0@warp 1,cta 0,gpu 0`: warp 1 of block (`cta`) 0 on device (`gpu`) 0\n\n\
         In the same warp: `P1`\n\nIn the same block: `P2`\n\nOn the same device, in another block: `P3`\n\n\
         On another device: `P4`"
    );
    client.end();
}

/// The parts of a text that is just being written.
#[test]
fn a_test_with_mistakes_has_parts() {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, MP);
    let document = json!({ "textDocument": { "uri": URI } });
    let mut parts = |version: i32, text: &str| -> Vec<String> {
        client.replace(URI, version, text);
        let symbols = client.ask("textDocument/documentSymbol", &document);
        let Some(all) = symbols[0]["children"].as_array() else {
            return Vec::new();
        };
        let names = all
            .iter()
            .map(|one| one["name"].as_str().unwrap().to_owned());
        [symbols[0]["name"].as_str().unwrap().to_owned()]
            .into_iter()
            .chain(names)
            .collect()
    };
    let claim = "exists (P1:r1 == 1 /\\ P1:r2 == 0)";
    let all = ["MP", "x", "y", "r1", "P0", "P1", claim];
    assert_eq!(parts(2, MP), all);
    assert_eq!(parts(3, &MP.replace("ld.weak", "ld.")), all);
    assert_eq!(parts(4, &MP.replace("st.weak y", "$ y")), all);
    assert_eq!(parts(5, &MP.replace("gpu 0  ", "gp  ")), all);
    assert_eq!(parts(6, MP.split("exists").next().unwrap()), all[..6]);
    assert_eq!(parts(7, MP.split("P1@").next().unwrap()), all[..5]);
    assert_eq!(parts(8, MP.split('{').next().unwrap()), all[..1]);
    assert_eq!(parts(9, ""), all[..0]);
    client.end();
}

/// What is proposed behind some text that is still being written.
fn proposed(client: &mut Client, version: i32, text: &str) -> Vec<String> {
    let (before, after) = text.split_once('^').unwrap();
    let text = format!("{before}{after}");
    client.replace(URI, version, &text);
    let params = json!({
        "textDocument": { "uri": URI },
        "position": client.position(&text, before.len()),
    });
    let items = client.ask("textDocument/completion", &params);
    let items = items.as_array().unwrap();
    let word = before
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
        .unwrap();
    for item in items {
        assert_eq!(
            client.slice(&text, &item["textEdit"]["range"]),
            word,
            "{item}"
        );
    }
    let label = |item: &Value| item["label"].as_str().unwrap().to_owned();
    items.iter().map(label).collect()
}

/// A text with a `^` where something is proposed, words that are, and one that is not.
type Case = (String, Vec<&'static str>, &'static str);

fn propose(cases: Vec<Case>) {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, MP);
    for (version, (text, some, not)) in cases.into_iter().enumerate() {
        let said = proposed(&mut client, i32::try_from(version).unwrap() + 2, &text);
        for word in some {
            assert!(
                said.iter().any(|one| one == word),
                "{word} in {text}: {said:?}"
            );
        }
        assert!(
            !said.iter().any(|one| one == not),
            "{not} in {text}: {said:?}"
        );
    }
    client.end();
}

/// Behind a dot stands what the instruction can have beside what it has.
#[test]
fn what_could_follow_a_dot() {
    propose(vec![
        (
            MP.replace("| ld.weak r2", "| ld.r^ r2"),
            vec!["relaxed", "acquire", "weak", "u32", "global"],
            "release",
        ),
        (
            MP.replace("| ld.weak r2", "| ld.relaxed.^ r2"),
            vec!["cta", "sys", "b64"],
            "acquire",
        ),
        (
            MP.replace("| ld.weak r2", "| ld.^.gpu r2"),
            vec!["relaxed", "acquire"],
            "cta",
        ),
        (
            MP.replace("| ld.weak r2", "| st.^ r2"),
            vec!["release", "weak"],
            "acquire",
        ),
        (
            MP.replace("ld.weak r2, x", "membar.^"),
            vec!["cta", "gl", "sys"],
            "gpu",
        ),
        (
            MP.replace("ld.weak r2, x", "fence.^"),
            vec!["sc", "acq_rel", "proxy", "cta", "?"],
            "relaxed",
        ),
        (
            MP.replace("ld.weak r2, x", "fence.proxy.^"),
            vec!["alias", "surface"],
            "sc",
        ),
        (
            MP.replace("ld.weak r2, x", "atom.relaxed.^ r2, x, 1"),
            vec!["add", "cas", "gpu", "u32"],
            "acquire",
        ),
        (
            MP.replace("ld.weak r2, x", "atom.gpu.add.^ r2, x, 1"),
            vec!["acq_rel", "u32"],
            "cas",
        ),
        (
            MP.replace("ld.weak r2, x", "@p setp.^"),
            vec!["eq", "lt", "s32"],
            "gpu",
        ),
    ]);
}

#[test]
fn what_could_be_written() {
    propose(vec![
        (
            MP.replace("{ x = 0", "{ .^x = 0"),
            vec!["shared", "global"],
            "weak",
        ),
        (
            MP.replace("P1@cta 1,gpu 0", "P1@^"),
            vec!["cta", "gpu", "warp"],
            "ld",
        ),
        (
            MP.replace("P1@cta 1,gpu 0", "P1@cta 1, g^"),
            vec!["gpu", "warp"],
            "cta",
        ),
        (
            MP.replace("P1@cta 1,gpu 0", "^"),
            vec!["P1@cta 1,gpu 0"],
            "ld",
        ),
        ("P^".to_owned(), vec!["PTX"], "ld"),
        // Behind what is complete, and in a comment, comes nothing.
        (MP.replace("y, 1   |", "y, 1 ^ |"), vec![], "x"),
        (MP.replace("P1:r2 == 0)", "P1:r2 ^"), vec![], "x"),
        (format!("{MP}^"), vec![], "x"),
        (MP.replace("P1:r2 == 0)", "(x == 0) ^)"), vec![], "x"),
        (
            MP.replace(" st.weak y", " // the flag ^\n st.weak y"),
            vec![],
            "x",
        ),
        (
            MP.replace(" st.weak y", " // the flag\n ^ st.weak y"),
            vec!["ld", "st"],
            "x",
        ),
        (
            MP.replace("ld.weak r2, x", "at^"),
            vec!["atom", "fence", "bar"],
            "x",
        ),
        (
            MP.replace("ld.weak r2, x ", "ld.weak r2, ^"),
            vec!["x", "y", "r1"],
            "ld",
        ),
        (MP.replace("P1:r2 == 0", "P1:^"), vec!["r1", "r2"], "x"),
        (MP.replace("P1:r2 == 0", "^"), vec!["P0", "P1", "x"], "st"),
        (format!("// ex^\n{MP}"), vec!["expect "], "sc"),
        (
            format!("// expect pt^\n{MP}"),
            vec!["ptx-7.5", "hrf-rsp"],
            "always",
        ),
        (
            format!("// expect sc: un^\n{MP}"),
            vec!["unreachable", "always"],
            "sc",
        ),
    ]);
}

#[test]
fn names_are_found_and_changed() {
    for bytes in [false, true] {
        let mut client = Client::start(&["-m", "sc"], bytes);
        client.open(URI, MP);
        let here = |client: &mut Client, before| {
            let found = client.at("textDocument/definition", URI, MP, before, Value::Null);
            (
                found[0]["range"].clone(),
                client.slice(MP, &found[0]["range"]).to_owned(),
            )
        };
        let (place, word) = here(&mut client, "r1 == 1");
        assert_eq!((&place["start"]["line"], &*word), (&json!(2), "r1"));
        let (place, word) = here(&mut client, "r2 == 0");
        assert_eq!((&place["start"]["line"], &*word), (&json!(5), "r2"));
        let (place, word) = here(&mut client, "P1:r2");
        assert_eq!((&place["start"]["line"], &*word), (&json!(3), "P1"));
        for (with, count) in [(true, 3), (false, 2)] {
            let context = json!({ "context": { "includeDeclaration": with } });
            let found = client.at("textDocument/references", URI, MP, "y, 1", context);
            assert_eq!(found.as_array().unwrap().len(), count, "{found}");
        }
        let name = json!({ "newName": "flag" });
        let edit = client.at("textDocument/rename", URI, MP, "y ;", name);
        let text = client.applied(URI, MP, &edit);
        assert!(
            text.contains("flag = 0;") && text.contains("st.weak flag, 1"),
            "{text}"
        );
        assert!(
            text.contains("ld.acquire.gpu r1, flag") && !text.contains(" y"),
            "{text}"
        );
        client.replace(URI, 2, &text);
        assert_eq!(client.diagnostics(URI, 2), [Value::Null; 0]);
        client.end();
    }
}

#[test]
fn names_that_cannot_be_given() {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, MP);
    for (before, name, words) in [
        ("y, 1", "x", "taken"),
        ("y, 1", "exists", "cannot be a name"),
        ("y, 1", "1a", "cannot be a name"),
        ("y, 1", "%z", "a `%` belongs to how a register is written"),
        ("r1, y", "%z", "this is written without"),
        ("P0@", "P2", "no location, register or label"),
    ] {
        let mut params = client.params(URI, MP, before);
        params["newName"] = json!(name);
        let (code, text) = client.refused("textDocument/rename", &params);
        assert!(code == -32803 && text.contains(words), "{name}: {text}");
    }
    // The name that it has already changes nothing.
    for before in ["y, 1", "r1, y"] {
        let name = json!({ "newName": before.get(..before.len() - 3) });
        let edit = client.at("textDocument/rename", URI, MP, before, name);
        assert_eq!(edit, Value::Null, "{before}");
    }
    // Each place of a register is written as it was.
    let signs = MP.replace("r1, y", "%r1, y");
    client.replace(URI, 2, &signs);
    for name in ["%new", "new"] {
        let edit = client.at(
            "textDocument/rename",
            URI,
            &signs,
            "%r1, y",
            json!({ "newName": name }),
        );
        let text = client.applied(URI, &signs, &edit);
        let place = text.contains("%new, y") && text.contains("P1:new == 1");
        assert!(place, "{text}");
    }
    client.replace(URI, 3, MP);
    let here = client.at("textDocument/prepareRename", URI, MP, "y, 1", Value::Null);
    assert_eq!(client.slice(MP, &here), "y");
    let thread = client.params(URI, MP, "P0@");
    let (code, why) = client.refused("textDocument/prepareRename", &thread);
    assert!(
        code == -32803 && why.contains("a number and no name"),
        "{why}"
    );
    client.end();
}

#[test]
fn the_parts_of_a_test_and_its_layout() {
    let mut client = Client::start(&["-m", "sc"], false);
    client.open(URI, MP);
    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = client.ask("textDocument/documentSymbol", &document);
    assert_eq!(symbols[0]["name"], "MP");
    let inner = symbols[0]["children"].as_array().unwrap();
    let names: Vec<&str> = inner
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names[..5], ["x", "y", "r1", "P0", "P1"]);

    let tokens = client.ask("textDocument/semanticTokens/full", &document);
    let words = client.coloured(MP, &tokens);
    // The numbers are those of the legend: keyword, function, modifier, …, variable, parameter.
    for word in [
        ("PTX", 0),
        ("exists", 0),
        ("st", 1),
        ("acquire", 2),
        ("P0", 3),
        ("x", 5),
        ("r1", 6),
    ] {
        assert!(words.contains(&word), "{word:?} in {words:?}");
    }

    let loose = MP.replace(" st.weak x, 1   |", "st.weak   x,1 |");
    client.replace(URI, 2, &loose);
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", &params);
    let text = client.edited(&loose, &edits);
    assert!(
        text.contains(" st.weak x,1    |") && text.contains("(* \u{1d6fc} *)"),
        "{text}"
    );
    client.replace(URI, 3, &text);
    assert_eq!(client.ask("textDocument/formatting", &params), json!([]));
    client.end();
}

/// Line ends are those of the text, whatever is changed.
#[test]
fn line_ends_stay() {
    let mut client = Client::start(&["-m", "sc,ptx-7.5"], false);
    let text = MP
        .replace("x, 1   |", "x,1 |")
        .replace("ld.acquire.gpu", "ld.weak")
        .replace('\n', "\r\n");
    client.open(URI, &text);
    client.lenses(URI);
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", &params);
    let mut texts = vec![client.edited(&text, &edits)];
    let edit = client.at(
        "textDocument/rename",
        URI,
        &text,
        "y, 1",
        json!({ "newName": "flag" }),
    );
    texts.push(client.applied(URI, &text, &edit));
    let actions = client.actions(URI, &text, "exists");
    texts.push(client.applied(URI, &text, &titled(&actions, "as expectations")["edit"]));
    client.ask(
        "workspace/executeCommand",
        &titled(&actions, "fences")["command"],
    );
    let asked = client.wait(|message| message["method"] == "workspace/applyEdit");
    texts.push(client.applied(URI, &text, &asked["params"]["edit"]));
    // Descriptions of several lines have line ends too.
    for name in ["mp", "sb", "iriw"] {
        let file = std::fs::read_to_string(format!("examples/{name}.litmus")).unwrap();
        let uri = format!("untitled:{name}.litmus");
        let text = file.replacen("\n\"", "\n(* more *)\n\"first\nand \" \"", 1);
        let text = text.replace(" | ", "   |  ").replace('\n', "\r\n");
        client.open(&uri, &text);
        let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } });
        let edits = client.ask("textDocument/formatting", &params);
        texts.push(client.edited(&text, &edits));
    }
    for new in texts {
        assert_ne!(new, text);
        assert_eq!(
            new.matches('\n').count(),
            new.matches("\r\n").count(),
            "{new:?}"
        );
    }
    client.end();
}

/// The standard suite and the examples: what is laid out says the same, keeps every comment, and stays as it
/// is when it is laid out once more.
#[test]
fn every_test_can_be_laid_out() {
    let mut client = Client::start(&["-m", "sc", "--within", "1ms"], false);
    let folders = ["examples", "suite/ptx", "suite/coherence"];
    for file in folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
    {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "litmus") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let uri = format!("untitled:{}", path.display());
        client.open(&uri, &text);
        let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } });
        let edits = client.ask("textDocument/formatting", &params);
        let new = client.edited(&text, &edits);
        let comments = |text: &str| text.matches("//").count() + text.matches("(*").count();
        assert_eq!(comments(&new), comments(&text), "{}\n{new}", path.display());
        client.replace(&uri, 2, &new);
        assert_eq!(
            client.ask("textDocument/formatting", &params),
            json!([]),
            "{new}"
        );
    }
    client.end();
}

/// Settings of a folder hold in the editor, too.
#[test]
fn settings_name_the_models() {
    let folder = Folder::of(&[("gpu-litmus.toml", "models = [\"tso\", \"plain\"]")]);
    let uri = format!("file://{}", folder.path("a%20b.litmus"));
    let mut client = Client::start(&[], true);
    client.open(&uri, MP);
    assert_eq!(
        client.lenses(&uri),
        ["unreachable: tso", "reachable: plain"]
    );
    client.end();
}
