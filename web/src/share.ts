// What is passed on: as a link, or, where it is too long for one, as files.

import { byId, download, element } from "./dom";
import { BadLink, type Shared, written } from "./link";
import { spoken, trouble, untroubled } from "./said";

/** Lets the button copy a link to what `shared` says then. */
export function shareable(shared: () => Shared): void {
  byId("share").addEventListener("click", () => void share(shared));
}

async function share(shared: () => Shared): Promise<void> {
  untroubled();
  try {
    window.history.replaceState(null, "", await written(shared()));
  } catch (error) {
    // Some browsers take no address as long as this one would be.
    const why = error instanceof BadLink ? error.message : "This browser takes no link that is so long.";
    trouble(`${why} What stands here can be saved and sent as a file; the command line answers tests of up to 1 MiB and modules of up to 8 MiB. `, saving(shared));
    return;
  }
  try {
    await navigator.clipboard.writeText(location.href);
    said("Link copied");
  } catch {
    said("Link is in the address bar");
  }
}

/** What became of it, on the button for a while, and aloud. */
function said(text: string): void {
  const button = byId("share");
  button.textContent = text;
  spoken(text);
  setTimeout(() => {
    button.textContent = "Share";
  }, 2500);
}

/** The texts, by the names of their files. */
function files({ text, own, kernel }: Shared): [string, string | undefined][] {
  return kernel
    ? [["kernel.ptx", kernel.ptx], ["launch.toml", kernel.launch]]
    : [["test.litmus", text], ["model.cat", own]];
}

/** A button for each text that there is: it saves what stands there when it is pressed. */
function saving(shared: () => Shared): HTMLElement[] {
  return files(shared()).flatMap(([name, text]) => {
    if (text === undefined) return [];
    const save = () => {
      const now = files(shared()).find(([other]) => other === name)?.[1];
      if (now !== undefined) download(name, new Blob([now], { type: "text/plain" }));
    };
    return [element("button", { type: "button", click: save }, `Save ${name}`)];
  });
}
