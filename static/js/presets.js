// A usual event that is chosen fills its fields at once, so that everybody sees what they can change.
// Without this the server fills what was left open.
function fill(select) {
  const { games, deal, movement } = select.selectedOptions[0]?.dataset ?? {};
  const field = (name) => select.form.elements[select.name.replace(/preset$/, name)];
  field("games").value = games ?? "";
  for (const [name, value] of [["deal", deal], ["movement", movement]]) field(name).value = value ?? "";
}

for (const select of document.querySelectorAll("[data-preset]")) select.addEventListener("change", () => fill(select));
