"use strict";
// The filters. Their state is in the address, so that a view can be linked to.
const fields = ["name", "model", "verdict", "grade"].map((id) => document.getElementById(id));
const main = document.getElementById("tests");
const tests = Array.from(main.querySelectorAll("details.test")).map((test) => ({
  test,
  name: test.dataset.name,
  path: test.dataset.path,
  chips: Array.from(test.querySelectorAll(".chip")),
}));
// What is wrong comes first, for the keyboard too.
tests.sort((a, b) => a.test.dataset.rank - b.test.dataset.rank);
main.append(...tests.map(({ test }) => test));
// A model that was not chosen is out of sight; other verdicts of the test stay.
const narrow = (within) => {
  const model = document.getElementById("model").value;
  for (const part of within.querySelectorAll("[data-model]")) {
    const own = part.dataset.model;
    part.classList.toggle("hidden", Boolean(model && own && own !== model));
  }
};
const apply = () => {
  const [name, model, verdict, grade] = fields.map((field) => field.value);
  const words = name.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { test, name, path, chips } of tests) {
    const some = chips.some((chip) => (!model || !chip.dataset.model || chip.dataset.model === model)
      && (!verdict || chip.dataset.verdict === verdict)
      && (!grade || chip.dataset.grade.split(" ").includes(grade)));
    const visible = some && words.every((word) => name.includes(word) || (word.includes("/") && path.includes(word)));
    test.classList.toggle("hidden", !visible);
    shown += visible ? 1 : 0;
  }
  narrow(document);
  document.getElementById("count").textContent = `${shown} of ${tests.length} tests`;
};
// The text and the answers of a test are unpacked when it is opened.
const unpack = async (test) => {
  const parts = test.querySelector("[data-packed]");
  if (!parts) return;
  const bytes = Uint8Array.from(atob(parts.dataset.packed), (letter) => letter.charCodeAt(0));
  parts.removeAttribute("data-packed");
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    parts.innerHTML = await new Response(stream).text();
    narrow(parts);
  } catch (error) {
    parts.textContent = `This browser cannot unpack the answers: ${error.message}`;
  }
};
for (const { test } of tests) {
  test.addEventListener("toggle", () => { if (test.open) unpack(test); });
  if (test.open) unpack(test);
}
const read = () => {
  const wanted = new URLSearchParams(location.hash.slice(1));
  for (const field of fields) field.value = wanted.get(field.id) ?? "";
  apply();
};
const write = () => {
  const wanted = new URLSearchParams();
  for (const field of fields) if (field.value) wanted.set(field.id, field.value);
  history.replaceState(null, "", `#${wanted}`);
  apply();
};
for (const field of fields) field.addEventListener("input", write);
document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", read);
read();
