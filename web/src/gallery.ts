// The examples, by theme.

import { byId, element } from "./dom";
import type { Model } from "./types";

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

/** Fills the list of models that have a text, with which one of one's own may begin. */
export function begins(models: Model[], take: (text: string) => void): void {
  const select = byId<HTMLSelectElement>("models");
  const written = models.filter(({ text }) => text !== "");
  select.append(...written.map(({ name, title }) => element("option", { value: name, title }, name)));
  select.addEventListener("change", () => {
    const model = written.find(({ name }) => name === select.value);
    select.value = "";
    if (model) take(model.text);
  });
}
