// What the assistant's scripts answer on a page as the server wrote it.

import { read } from "../../../hall/tests/js/html.js";
import { look, textOf, vocabularyOf } from "../../../static/js/judge-finding.js";
import { amountOf, askedOf, decisionOf, fillFigures, misfitsOf, numbersOf, pegsOf } from "../../../static/js/judge-table.js";

export function answerAll(table, cases) {
  return cases.map((answers) => {
    const asked = askedOf(table, answers).map(({ key }) => key);
    const typed = numbersOf(table, answers);
    const misfits = misfitsOf(table, answers, typed).map(({ code }) => code);
    const numbers = misfits.length ? {} : typed;
    const found = decisionOf(table, answers);
    if (!found) return { asked, code: null };
    const shown = read(found.html);
    fillFigures(shown, numbers, "open");
    const [steps] = shown.querySelectorAll(".decision__steps");
    const meant = steps ? steps.children.filter(({ name, hidden }) => name === "li" && !hidden) : [];
    return {
      asked,
      misfits,
      code: found.code,
      rules: found.rules,
      points: found.points && (amountOf(found.points, numbers) ?? "open"),
      headline: shown.querySelectorAll(".decision__head")[0].textContent,
      steps: meant.flatMap((row) => row.querySelectorAll(".decision__step").map(({ textContent }) => textContent)),
      pegs: pegsOf(found, numbers).map(({ side, before, after }) => [side, before, after]),
    };
  });
}

export function findAll(page, queries) {
  const whole = read(page);
  const spoken = whole.all.find(({ attributes }) => attributes.get("id") === "speech");
  const speech = vocabularyOf(JSON.parse(spoken.textContent));
  const rows = whole.querySelectorAll("[data-finds]");
  const said = (row, what) => row.querySelectorAll(`[data-${what}]`)[0].textContent;
  const texts = rows.map((row) =>
    textOf({ numbers: row.dataset.numbers.split("|"), title: said(row, "title"), finds: row.dataset.finds, summary: said(row, "says") }, speech),
  );
  const keys = rows.map((row) => row.querySelectorAll(".rulerow__in")[0].attributes.get("id").slice("rule-".length));
  return queries.map((query) => {
    const { places, isPartly, isCut } = look(query, texts, speech);
    return [places.map((place) => keys[place]), isPartly, isCut];
  });
}
