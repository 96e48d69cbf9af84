// Choosing a usual kind of event fills in its fields, so that everybody sees what can be changed. Without it the server
// fills in what is empty.
function fill(select) {
  const { games, deal, movement, spread, ranking } = select.selectedOptions[0]?.dataset ?? {};
  const field = (name) => select.form.elements[select.name.replace(/preset$/, name)];
  field("games").value = games ?? "";
  const usual = { deal, movement, records_spread: spread, ranking };
  for (const [name, value] of Object.entries(usual)) field(name).value = value ?? "";
}

for (const select of document.querySelectorAll("[data-preset]")) select.addEventListener("change", () => fill(select));
