// Lists the cards that somebody typed on this computer and that the server does not have yet.

const panel = document.getElementById("held");

function heldSeats() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(panel.dataset.held))
      .map((key) => key.slice(panel.dataset.held.length));
  } catch {
    // Storage is switched off: then nothing is held.
    return [];
  }
}

if (panel) {
  const seats = heldSeats().sort(new Intl.Collator(undefined, { numeric: true }).compare);
  panel.hidden = seats.length === 0;
  panel.querySelector("ul").replaceChildren(
    ...seats.map((seat) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.className = "btn";
      link.href = panel.dataset.address.replace("A-0", seat);
      link.textContent = seat;
      item.append(link);
      return item;
    }),
  );
}
