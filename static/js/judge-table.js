// Looks up what the rules decided in advance. The server made the table from the Python rules (`case_values`): which
// question is asked when, and the decision of every case. Nothing is decided here: answers are followed to their
// decision, and numbers are added up and limited. A test compares every case of every kind with the rules.

/** The questions that apply after these answers, in order; an answer to one that is not asked counts for nothing. */
export function askedOf(table, answers) {
  const given = {};
  return table.questions.filter(({ key, only_if }) => {
    const isAsked = only_if.every(([other, codes]) => codes.includes(given[other]));
    if (isAsked && answers[key] !== undefined) given[key] = answers[key];
    return isAsked;
  });
}

/** What follows from these answers; null while a choice that is asked is open. */
export function decisionOf(table, answers) {
  let found = table.tree;
  for (const { key, is_number } of askedOf(table, answers)) {
    if (is_number) continue;
    found = found[answers[key]];
    if (found === undefined) return null;
  }
  return table.decisions[found];
}

/** An amount with these numbers; null where one of those that it needs is open. */
export function amountOf({ constant, factors, least, most, room }, numbers) {
  let total = constant;
  for (const [key, factor] of factors) {
    if (numbers[key] === undefined) return null;
    total += factor * numbers[key];
  }
  const within = Math.min(Math.max(total, least), most);
  return Math.min(within, (room && amountOf(room, numbers)) ?? within);
}

/** The numbers among the answers to what is asked, as far as they are some and lie where they must. */
export function numbersOf(table, answers) {
  const numbers = {};
  for (const { key, is_number, least, most } of askedOf(table, answers)) {
    if (!is_number || !/^\s*\d{1,3}\s*$/.test(answers[key] ?? "")) continue;
    const number = Number(answers[key]);
    if (number >= least && number <= most) numbers[key] = number;
  }
  return numbers;
}

/** The relations between numbers that these ones break, as among the answers to what is asked. */
export function misfitsOf(table, answers, numbers) {
  const asked = new Set(askedOf(table, answers).map(({ key }) => key));
  return table.relations.filter(({ factors, least, most, only_if }) => {
    const isMeant = only_if.every(([key, codes]) => asked.has(key) && codes.includes(answers[key]));
    if (!isMeant || factors.some(([key]) => numbers[key] === undefined)) return false;
    const total = factors.reduce((sum, [key, factor]) => sum + factor * numbers[key], 0);
    return (least !== null && total < least) || (most !== null && total > most);
  });
}

/** Where the pegs of a decision stand before and after it, in holes; null where a number is open. */
export function pegsOf(decision, numbers) {
  return decision.pegs.map(({ side, before, after, only }) => ({
    side,
    before: amountOf(before, numbers),
    after: amountOf(only.every((one) => holds(one, numbers)) ? after : before, numbers),
  }));
}

/** Whether an amount lies where it must with these numbers. */
function holds({ amount, least, most, if_open }, numbers) {
  const value = amountOf(amount, numbers);
  return value === null ? if_open : least <= value && value <= most;
}

/** Write into what a decision says the figures that hang on these numbers, and leave out the steps that are not meant with them. */
export function fillFigures(root, numbers, open) {
  for (const figure of root.querySelectorAll("[data-amount]")) {
    figure.textContent = amountOf(JSON.parse(figure.dataset.amount), numbers) ?? open;
  }
  for (const step of root.querySelectorAll("[data-only]")) {
    step.hidden = !JSON.parse(step.dataset.only).every((one) => holds(one, numbers));
  }
}
