//! The page in a browser: asked for by `make browser`, since it must be there.

use std::path::PathBuf;
use std::process::Command;

use super::support::{Folder, MP, SB, find};

fn browser() -> PathBuf {
    find(&["chromium", "chromium-browser", "google-chrome", "chrome"])
        .expect("a Chromium in the search path: Debian's package `chromium`")
}

fn page() -> Folder {
    let folder = Folder::of(&[
        ("suite/mp.litmus", MP),
        ("suite/sb.litmus", &format!("{SB}// expect sc: reachable\n")),
        (
            "suite/bad.litmus",
            "PTX T\n{ x = 0; }\n P0@cta 0 ;\n st.weak x 1 ;\n",
        ),
    ]);
    let said = folder.run(&["batch", "suite", "-m", "sc,tso,plain", "--format", "html"]);
    folder.add("page.html", &said.out);
    folder
}

/// Runs the browser on the page, with an address after the `#`.
fn open(browser: &PathBuf, folder: &Folder, part: &str, args: &[&str]) -> String {
    let address = format!("file://{}/page.html#{part}", folder.root().display());
    let profile = format!("--user-data-dir={}/profile", folder.root().display());
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--virtual-time-budget=2000",
            &profile,
        ])
        .args(args)
        .arg(address)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
#[ignore = "needs a browser: make browser"]
fn filters() {
    let browser = browser();
    let folder = page();
    for (part, count, hidden) in [
        ("", "3 of 3 tests", 0),
        ("name=SB", "1 of 3 tests", 2),
        ("verdict=unreachable", "2 of 3 tests", 1),
        ("verdict=unreachable&model=plain", "0 of 3 tests", 3),
        ("grade=disagrees", "1 of 3 tests", 2),
        ("grade=open", "1 of 3 tests", 2),
        ("verdict=racy", "0 of 3 tests", 3),
    ] {
        let dom = open(&browser, &folder, part, &["--dump-dom"]);
        assert!(dom.contains(count), "{part}: no `{count}` in\n{dom}");
        assert_eq!(
            dom.matches("class=\"test hidden\"").count(),
            hidden,
            "{part}"
        );
    }
}

#[test]
#[ignore = "needs a browser: make browser"]
fn it_is_drawn() {
    let browser = browser();
    let folder = page();
    let shot = |name: &str, args: &[&str]| {
        let path = folder.root().join(name);
        let screenshot = format!("--screenshot={}", path.display());
        let mut all = vec![screenshot.as_str(), "--window-size=1200,900"];
        all.extend(args);
        open(&browser, &folder, "", &all);
        if let Some(keep) = std::env::var_os("GPU_LITMUS_SCREENSHOTS") {
            std::fs::copy(&path, PathBuf::from(keep).join(name)).unwrap();
        }
        std::fs::read(path).unwrap()
    };
    let light = shot("light.png", &[]);
    let dark = shot("dark.png", &["--blink-settings=preferredColorScheme=0"]);
    for picture in [&light, &dark] {
        assert!(picture.starts_with(b"\x89PNG"));
        assert!(picture.len() > 10_000, "a blank page");
    }
    assert_ne!(light, dark);
}
