// The examples, by theme.

import { byId, element } from "./dom";

export interface Example {
  theme: string;
  name: string;
  about: string;
  text: string;
  /** Of a kernel, its module; the text is its launch file. */
  ptx?: string;
}

/** Fills the list of examples, which hands out the one that is chosen. */
export function gallery(examples: Example[], take: (example: Example) => void): void {
  const select = byId<HTMLSelectElement>("examples");
  const themes = [...new Set(examples.map(({ theme }) => theme))];
  for (const theme of themes) {
    const group = element("optgroup", { label: theme });
    for (const [index, example] of examples.entries()) {
      if (example.theme === theme) group.append(element("option", { value: String(index), title: example.about }, example.name));
    }
    select.append(group);
  }
  select.addEventListener("change", () => {
    const example = examples[Number(select.value)];
    select.value = "";
    if (example) take(example);
  });
}
