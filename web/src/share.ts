// What is passed on: as a link, or, where it is too long for one, as files.

import { byId, download, element } from "./dom";
import { BadLink, type Shared, written } from "./link";
import { spoken, trouble, untroubled } from "./said";

/** Lets the button copy a link to what `shared` says then. */
export function shareable(shared: () => Shared): void {
  byId("share").addEventListener("click", () => void share(shared()));
}

async function share(shared: Shared): Promise<void> {
  untroubled();
  try {
    window.history.replaceState(null, "", await written(shared));
  } catch (error) {
    // Some browsers take no address as long as this one would be.
    const why = error instanceof BadLink ? error.message : "This browser takes no link that is so long.";
    trouble(`${why} What stands here can be saved and sent as a file; the command line answers it too. `, saving(shared));
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

/** A button for each text. */
function saving({ text, own, kernel }: Shared): HTMLElement[] {
  const files: [string, string | undefined][] = kernel
    ? [["kernel.ptx", kernel.ptx], ["launch.toml", kernel.launch]]
    : [["test.litmus", text], ["model.cat", own]];
  return files.flatMap(([name, text]) => {
    if (text === undefined) return [];
    const save = () => download(name, new Blob([text], { type: "text/plain" }));
    return [element("button", { type: "button", click: save }, `Save ${name}`)];
  });
}
