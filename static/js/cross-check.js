// Opening a choice by its key moves the focus to its first field. Others who have the same game open are shown.

import { keepPresent } from "./present.js";

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches?.("details.choice[open]")) return;
    for (const other of document.querySelectorAll("details.choice[open]")) if (other !== target) other.open = false;
    const field = target.querySelector("input:not([type=hidden])");
    field?.focus();
    field?.select();
  },
  true,
);

// Esc goes back from a choice, which keeps what was typed in it for when it is opened again.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const choice = event.target.closest?.("details.choice[open]");
  if (!choice) return;
  event.preventDefault();
  choice.open = false;
  choice.querySelector("summary").focus();
});

// What lies open is kept in view when the list grows above it.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "check") document.getElementById("now")?.scrollIntoView({ block: "nearest" });
});

if (document.getElementById("check")?.dataset.pile) keepPresent("check", "case-others");
