// The picture of an answer: zoomed by buttons, moved by dragging or with the arrow keys, saved as SVG or PNG.

import { download, element } from "./dom";

/** What browsers grant an image of points: on a side, and in all (that of a telephone). */
const SIDE = 16_384;
const AREA = 1 << 24;

export function picture(svg: string, name: string): HTMLElement {
  const blob = new Blob([svg], { type: "image/svg+xml" });
  const url = URL.createObjectURL(blob);
  const image = element("img", { src: url, alt: title(svg), draggable: "false" });
  const frame = element("div", { class: "frame", tabindex: "0", role: "group", "aria-label": "picture, scrollable" }, image);
  let scale = 1;
  const draw = (to: number) => {
    scale = to;
    if (image.naturalWidth) image.style.width = `${Math.round(image.naturalWidth * scale)}px`;
  };
  const fitting = () => Math.min(1, (frame.clientWidth - 2) / image.naturalWidth);
  const fit = () => {
    if (image.naturalWidth) draw(fitting());
  };
  // A wide picture fits where it is smaller than anybody would make it.
  const zoom = (to: number) => draw(Math.min(4, Math.max(Math.min(0.25, fitting()), to)));
  image.addEventListener("load", fit);
  dragged(frame);
  const said = element("span", { role: "status" });
  const save = async () => {
    said.textContent = (await png(image, name)) ? "" : "This browser makes no image of that size: the SVG has any.";
  };
  const button = (text: string, label: string, act: () => void) =>
    element("button", { type: "button", "aria-label": label, title: label, click: act }, text);
  return element(
    "figure",
    { class: "picture" },
    element(
      "div",
      { class: "tools" },
      button("−", "smaller", () => zoom(scale / 1.25)),
      button("+", "larger", () => zoom(scale * 1.25)),
      button("fit", "fit the width", fit),
      element("span", { class: "grow" }),
      said,
      button("SVG", "save as SVG", () => download(`${name}.svg`, blob)),
      button("PNG", "save as PNG", () => void save()),
    ),
    frame,
  );
}

function title(svg: string): string {
  const found = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("title");
  return found?.textContent ?? "the execution";
}

function dragged(frame: HTMLElement): void {
  let from: { x: number; y: number } | null = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse") return;
    from = { x: event.clientX + frame.scrollLeft, y: event.clientY + frame.scrollTop };
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!from) return;
    frame.scrollLeft = from.x - event.clientX;
    frame.scrollTop = from.y - event.clientY;
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    frame.addEventListener(end, () => {
      from = null;
    });
  }
}

/** Saves the picture twice as large as it is drawn, or as large as browsers make an image of points. */
async function png(image: HTMLImageElement, name: string): Promise<boolean> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(2, SIDE / width, SIDE / height, Math.sqrt(AREA / (width * height)));
  const canvas = element("canvas", {});
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) download(`${name}.png`, blob);
  return blob !== null;
}
