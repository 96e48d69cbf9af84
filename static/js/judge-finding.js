// The meaning of a search, for an offline phone: it repeats the rules of judging/rulebook/rules/search.py, in the same
// order and with the same names. A test compares the two for everything that leads to a rule or a kind of case.

const [IN_TITLE, IN_FINDS, IN_SUMMARY] = [6, 4, 1];
const TOGETHER = 6;
const [THE_RULE_ITSELF, A_PART_OF_IT] = [24, 12];
const [OTHER_ENDING, ALIKE_BEGINNING, ONE_SLIP] = [0.8, 0.6, 0.4];
const LEAST_SHARE = 0.5;
const COMMON = 0.25;
const MOST_UNSURE = 10;

const TYPED = { ł: "l", ø: "o", đ: "d", ħ: "h", ŧ: "t", ð: "d", æ: "ae", œ: "oe", þ: "th", ß: "ss", ı: "i" };
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/[łøđħŧðæœþßı]/gu, (letter) => TYPED[letter])
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .trim()
    .replace(/\s+/gu, " ");
const partsOf = (number) => number.match(/\p{Nd}+|[a-z]+/gu) ?? [];
const isNumeral = (token) => /^\p{Nd}+$/u.test(token);
const beginsWithNumeral = (token) => /^\p{Nd}/u.test(token);
const isWord = (token) => token.length > (isNumeral(token) ? 1 : 2);
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

// Without looking behind itself: phones that cannot would read nothing of this file.
const SO_MANY_CARDS = /(^|[^\p{L}\p{N}_.])([1-9]) (?=(card|carte|carta)s?(?![\p{L}\p{N}_]))/gu;
const NUMBERS = {
  card: ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
  carte: ["une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"],
  carta: ["una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"],
};

function tokensOf(written) {
  const closed = plain(written)
    .replace(SO_MANY_CARDS, (_all, before, many, noun) => `${before}${NUMBERS[noun][many - 1]} `)
    .replace(/n['’]t(?![\p{L}\p{N}_])/gu, " not")
    .replace(/\s*\(\s*(\p{Nd}{1,2}|[a-z])\s*\)/gu, ".$1")
    .replace(/(\p{Nd}) (?=[a-z](?![\p{L}\p{N}_]))/gu, "$1.");
  const tokens = closed.match(/\p{Nd}+(?:\.\p{Nd}+|\.?[a-z](?![a-z]))*|[\p{L}\p{Nl}\p{No}]+/gu) ?? [];
  return tokens.map((token) => (beginsWithNumeral(token) ? partsOf(token).join(".") : token));
}

/** A rule made ready for `look`; `numbers` are those of the edition asked and then of the other one, "" for none, and any other way it is cited. */
export function textOf({ numbers, title, finds, summary }) {
  const parts = numbers.map(partsOf);
  const words = new Map(parts.filter(([first]) => first && !beginsWithNumeral(first)).map(([first]) => [first, IN_TITLE]));
  for (const [weight, written] of [[IN_SUMMARY, summary], [IN_FINDS, finds], [IN_TITLE, title]]) {
    for (const token of tokensOf(written)) words.set(token, weight);
  }
  const phrases = [title, ...finds.split(",")].map((part) => ` ${tokensOf(part).join(" ")} `);
  return { numbers: parts, words, together: `,${phrases.join(",")},` };
}

/** The places of the texts that a query means, best first; whether none has all of it, and whether more have as much of it. */
export function look(query, texts) {
  const tokens = tokensOf(query);
  const asked = new Map(tokens.map((token) => [token, hitsOf(token, tokens, texts)]).filter(([, hits]) => hits.size));
  if (!asked.size) return { places: [], isPartly: false, isCut: false };
  const rarity = new Map([...asked].map(([token, hits]) => [token, Math.log(1 + texts.length / hits.size)]));
  const { needed, areCommon } = neededOf(asked, texts.length);
  const places = [...new Set(needed.flatMap((token) => [...asked.get(token).keys()]))];
  const whole = sum(needed.map((token) => rarity.get(token)));
  const shareAt = (place) => sum(needed.filter((token) => asked.get(token).has(place)).map((token) => rarity.get(token)));
  const share = new Map(places.map((place) => [place, shareAt(place)]));
  const hasWhole = [...share.values()].includes(whole);
  const least = hasWhole ? whole : LEAST_SHARE * whole;
  const weightAt = (place) => sum([...asked].map(([token, hits]) => rarity.get(token) * (hits.get(place) ?? 0)));
  const weight = new Map(places.map((place) => [place, weightAt(place)]));
  const score = new Map(places.map((place) => [place, weight.get(place) + TOGETHER * whole * togetherIn(texts[place], tokens)]));
  const byShareAnd = (other) => (one, two) => share.get(two) - share.get(one) || other.get(two) - other.get(one) || one - two;
  const having = places.filter((place) => share.get(place) >= least).sort(byShareAnd(tokens.length === 1 ? score : weight));
  const isPartly = !hasWhole || tokens.some((token) => isWord(token) && !asked.has(token));
  const given = areCommon || isPartly ? having.slice(0, MOST_UNSURE) : having;
  return { places: [...given].sort(byShareAnd(score)), isPartly, isCut: given.length < having.length };
}

function neededOf(asked, rules) {
  const tokens = [...asked.keys()];
  const isCommon = (token) => asked.get(token).size > COMMON * rules;
  const numbers = tokens.filter((token) => token.includes("."));
  const words = tokens.filter(isWord);
  const rare = words.filter((token) => !isCommon(token));
  const needed = [numbers, rare, words, tokens].find((some) => some.length);
  return { needed, areCommon: needed.every((token) => isCommon(token) && !numbers.includes(token)) };
}

function togetherIn({ together }, tokens) {
  const asAsked = ` ${tokens.join(" ")} `;
  return together.split(`,${asAsked},`).length - 1 + Number(tokens.length > 1 && together.includes(asAsked));
}

function hitsOf(token, tokens, texts) {
  if (beginsWithNumeral(token) || token.length === 1) return withNumber(token, tokens, texts);
  const hits = withWord(token, texts, likeness);
  return hits.size || token.length < 6 ? hits : withWord(token, texts, likenessWithASlip);
}

function withNumber(token, tokens, texts) {
  const wanted = partsOf(token);
  const hits = new Map();
  for (const [place, { numbers, words }] of texts.entries()) {
    let weight = token.length > 1 || isNumeral(token) ? (words.get(token) ?? 0) : 0;
    for (const [turn, whole] of numbers.entries()) {
      const isNamed = whole.length > 0 && !beginsWithNumeral(whole[0]);
      const number = !isNamed ? whole : tokens.includes(whole[0]) ? whole.slice(1) : [];
      if (!wanted.every((part, at) => number[at] === part)) continue;
      const isItself = number.length === wanted.length && (!turn || wanted.length > 1);
      weight = Math.max(weight, (isItself ? THE_RULE_ITSELF : A_PART_OF_IT) - turn);
    }
    if (weight) hits.set(place, weight);
  }
  return hits;
}

function withWord(token, texts, likenessOf) {
  const alike = new Map();
  const hits = new Map();
  for (const [place, { words }] of texts.entries()) {
    let best = 0;
    for (const [word, weight] of words) {
      if (!alike.has(word)) alike.set(word, likenessOf(token, word));
      best = Math.max(best, alike.get(word) * weight);
    }
    if (best) hits.set(place, best);
  }
  return hits;
}

/** How many letters two words begin with alike. */
function sameIn(one, other) {
  let same = 0;
  while (same < one.length && same < other.length && one[same] === other[same]) same += 1;
  return same;
}

function likeness(token, word) {
  if (token === word) return 1;
  const [short, long] = token.length <= word.length ? [token, word] : [word, token];
  if (short.length < 3 || short.slice(0, 3) !== long.slice(0, 3)) return 0;
  if (long.startsWith(short) && short.length < long.length) {
    const rest = long.slice(short.length);
    const isEnded = short.length >= 4 && rest.length <= short.length;
    return rest === "s" || isEnded || (rest[0] === short.at(-1) && rest.length <= 4) ? OTHER_ENDING : 0;
  }
  const same = sameIn(short, long);
  return same >= 4 && same >= 0.6 * long.length ? ALIKE_BEGINNING : 0;
}

function likenessWithASlip(token, word) {
  const same = sameIn(token, word);
  if (same === token.length || same === word.length) return Math.abs(token.length - word.length) <= 1 ? ONE_SLIP : 0;
  const [one, other] = [token.slice(same), word.slice(same)];
  const isWrong = one.slice(1) === other || one.slice(1) === other.slice(1) || one === other.slice(1);
  return isWrong || one === other[1] + other[0] + other.slice(2) ? ONE_SLIP : 0;
}
