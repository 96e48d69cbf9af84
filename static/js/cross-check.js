// Opening a choice by its key leads straight to its first field.

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

// What lies open is kept in view when the list grows above it.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "check") document.getElementById("now")?.scrollIntoView({ block: "nearest" });
});
