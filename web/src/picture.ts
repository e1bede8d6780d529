// The picture of an answer: zoomed by buttons, moved by dragging or with the arrow keys, saved as SVG or PNG.

import { download, element } from "./dom";

export function picture(svg: string, name: string): HTMLElement {
  const blob = new Blob([svg], { type: "image/svg+xml" });
  const url = URL.createObjectURL(blob);
  const image = element("img", { src: url, alt: title(svg), draggable: "false" });
  const frame = element("div", { class: "frame", tabindex: "0", role: "group", "aria-label": "picture, scrollable" }, image);
  let scale = 1;
  const zoom = (to: number) => {
    scale = Math.min(4, Math.max(0.25, to));
    if (image.naturalWidth) image.style.width = `${Math.round(image.naturalWidth * scale)}px`;
  };
  const fit = () => {
    if (image.naturalWidth) zoom(Math.min(1, (frame.clientWidth - 2) / image.naturalWidth));
  };
  image.addEventListener("load", fit);
  dragged(frame);
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
      button("SVG", "save as SVG", () => download(`${name}.svg`, blob)),
      button("PNG", "save as PNG", () => void png(image, name)),
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
  frame.addEventListener("pointerup", () => {
    from = null;
  });
}

async function png(image: HTMLImageElement, name: string): Promise<void> {
  const canvas = element("canvas", {});
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) download(`${name}.png`, blob);
}
