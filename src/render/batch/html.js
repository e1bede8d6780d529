"use strict";
// The filters. Their state is in the address, so that a view can be linked to.
const fields = ["name", "model", "verdict", "grade"].map((id) => document.getElementById(id));
const tests = Array.from(document.querySelectorAll("details.test")).map((test) => ({
  test,
  name: test.dataset.name,
  chips: Array.from(test.querySelectorAll(".chip")),
  sections: Array.from(test.querySelectorAll("section")),
}));
const apply = () => {
  const [name, model, verdict, grade] = fields.map((field) => field.value);
  const words = name.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { test, name, chips, sections } of tests) {
    let some = false;
    chips.forEach((chip, index) => {
      const fits = (!model || !chip.dataset.model || chip.dataset.model === model)
        && (!verdict || chip.dataset.verdict === verdict)
        && (!grade || chip.dataset.grade.split(" ").includes(grade));
      some ||= fits;
      // A model that was not chosen is out of sight; other verdicts of the test stay.
      const hidden = Boolean(model && chip.dataset.model && chip.dataset.model !== model);
      chip.classList.toggle("hidden", hidden);
      sections[index].classList.toggle("hidden", hidden);
    });
    const visible = some && words.every((word) => name.includes(word));
    test.classList.toggle("hidden", !visible);
    shown += visible ? 1 : 0;
  }
  document.getElementById("count").textContent = `${shown} of ${tests.length} tests`;
};
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
