// The total of everything ticked, at once. Ticking a pool ticks its event; unticking an event unticks its pools.

// Like the amount of 1234 cents that the page gives as a pattern: its currency, its blank, its point or comma.
function amountOf(cents, pattern) {
  const dollars = Math.floor(cents / 100);
  const rest = String(cents % 100).padStart(2, "0");
  return pattern.replace(/12(.)34/, (_, point) => (cents % 100 ? `${dollars}${point}${rest}` : `${dollars}`));
}

for (const group of document.querySelectorAll("[data-total-of]")) {
  const total = group.querySelector("[data-total]");
  const ticks = [...group.querySelectorAll("[data-cents]")];
  const add = () => {
    const cents = ticks.reduce((sum, tick) => sum + (tick.checked ? Number(tick.dataset.cents) : 0), 0);
    total.textContent = amountOf(cents, group.dataset.amount);
  };
  group.addEventListener("change", ({ target }) => {
    if (target.dataset.event && target.checked) document.getElementById(target.dataset.event).checked = true;
    if (!target.dataset.event && !target.checked) {
      for (const pool of ticks) if (pool.dataset.event === target.id) pool.checked = false;
    }
    add();
  });
  add();
}

for (const button of document.querySelectorAll("[data-without-script]")) button.hidden = true;
