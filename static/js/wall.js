// The wall: its pages turn by themselves, results come in without turning the page, and the way back shows while
// somebody moves the mouse.

import { keepPage, turnPages } from "./wall-pages.js";

const MOUSE_RESTS = 3_000;

turnPages();

// A round that is over is gone: the first page comes instead.
document.addEventListener("htmx:afterSwap", keepPage);

let resting;
document.addEventListener("mousemove", () => {
  document.body.classList.add("has-mouse");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.remove("has-mouse"), MOUSE_RESTS);
});
