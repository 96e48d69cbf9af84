// The meaning of a search, for an offline phone: it repeats the rules of judging/rulebook/rules/search.py, in the same
// order and with the same names. A test compares the two for everything that leads to a rule or a kind of case.

const [IN_TITLE, IN_FINDS, IN_SUMMARY] = [6, 4, 1];
const TOGETHER = 6;
const [THE_RULE_ITSELF, A_PART_OF_IT] = [24, 12];
const [OTHER_ENDING, ALIKE_BEGINNING, ONE_SLIP] = [0.8, 0.6, 0.4];
const SAME_THING = 0.7;
const FEW_WORDS = 3;
const IN_PHRASE = 5;
const [LEAST_SHARE, LEAST_SHARE_OF_STORY] = [0.5, 0.25];
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
const isWord = (token) => token.length > 1;
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

export const NO_VOCABULARY = { idle: new Set(), same: new Map() };

/** How people talk, as it is written: `idle` words; groups of the `same`, separated by semicolons. */
export function vocabularyOf({ idle, same }) {
  const alike = new Map();
  for (const words of same.split(";").map(tokensOf)) {
    for (const word of words) {
      const others = alike.get(word) ?? new Set();
      for (const other of words) if (other !== word) others.add(other);
      alike.set(word, others);
    }
  }
  return { idle: new Set(tokensOf(idle)), same: alike };
}

/** A rule made ready for `look`; `numbers` are those of the edition asked and then of the other one, "" for none, and any other way it is cited. */
export function textOf({ numbers, title, finds, summary }, speech = NO_VOCABULARY) {
  const parts = numbers.map(partsOf);
  const words = new Map(parts.filter(([first]) => first && !beginsWithNumeral(first)).map(([first]) => [first, IN_TITLE]));
  for (const [weight, written] of [[IN_SUMMARY, summary], [IN_FINDS, finds], [IN_TITLE, title]]) {
    for (const token of tokensOf(written)) words.set(token, weight);
  }
  const phrases = [title, ...finds.split(",")].map(tokensOf);
  const phraseWords = phrases.map((phrase) => [...new Set(phrase.filter((word) => !speech.idle.has(word)))]).filter((phrase) => phrase.length);
  return { numbers: parts, words, phraseWords, together: `,${phrases.map((phrase) => ` ${phrase.join(" ")} `).join(",")},` };
}

/** The places of the texts that a query means, best first; whether none has all of it, and whether more have as much of it. */
export function look(query, texts, speech = NO_VOCABULARY) {
  const tokens = tokensOf(query);
  const meaning = tokens.filter((token) => !speech.idle.has(token));
  const telling = meaning.length ? meaning : tokens;
  const words = [...new Set(texts.flatMap((searched) => [...searched.words.keys()]))];
  const alikes = new Map([...new Set(telling)].sort().map((token) => [token, alikeWords(token, words, speech)]));
  const isStory = alikes.size > FEW_WORDS;
  const isNumber = (token) => token.includes(".") || (!isStory && (beginsWithNumeral(token) || token.length === 1));
  const hitsByToken = [...alikes].map(([token, alike]) => [token, hitsOf(token, tokens, texts, alike, isNumber(token))]);
  const asked = new Map(hitsByToken.filter(([, hits]) => hits.size));
  if (!asked.size) return { places: [], isPartly: false, isCut: false };
  const rarity = new Map([...asked].map(([token, hits]) => [token, rarityOf(hits, texts, alikes.get(token))]));
  const { needed, areCommon } = neededOf(asked, texts.length);
  const places = [...new Set(needed.flatMap((token) => [...asked.get(token).keys()]))].sort((one, two) => one - two);
  const whole = sum(needed.map((token) => rarity.get(token)));
  const shareAt = (place) => sum(needed.filter((token) => asked.get(token).has(place)).map((token) => rarity.get(token)));
  const share = new Map(places.map((place) => [place, shareAt(place)]));
  const hasWhole = [...share.values()].includes(whole);
  const weightAt = (place) =>
    sum([...asked].map(([token, hits]) => rarity.get(token) * (hits.get(place) ?? 0))) + weightOfPhrase(texts[place], rarity, alikes);
  const weight = new Map(places.map((place) => [place, weightAt(place)]));
  const score = new Map(places.map((place) => [place, weight.get(place) + TOGETHER * whole * togetherIn(texts[place], tokens)]));
  const heaviest = places.reduce((best, place) => (weight.get(place) > weight.get(best) ? place : best));
  const isAMust = needed.some((token) => token.includes(".")) || (!isStory && (!hasWhole || share.get(heaviest) === whole));
  const least = !isAMust ? LEAST_SHARE_OF_STORY * whole : hasWhole ? whole : LEAST_SHARE * whole;
  const byFirstAnd = (other) => (one, two) =>
    (isAMust ? share.get(two) - share.get(one) : 0) || other.get(two) - other.get(one) || one - two;
  const having = places.filter((place) => share.get(place) >= least).sort(byFirstAnd(tokens.length === 1 ? score : weight));
  const isPartly = !hasWhole || telling.some((token) => isWord(token) && !asked.has(token));
  const given = areCommon || isPartly || !isAMust ? having.slice(0, MOST_UNSURE) : having;
  return { places: [...given].sort(byFirstAnd(score)), isPartly, isCut: given.length < having.length };
}

function rarityOf(hits, texts, alike) {
  const inText = (place) => {
    const found = [...alike].filter(([word]) => texts[place].words.has(word)).map(([, likeness]) => likeness);
    return found.length ? Math.max(...found) : 1;
  };
  return Math.log(1 + texts.length / Math.max(1, sum([...hits.keys()].map(inText))));
}

function weightOfPhrase({ phraseWords }, rarity, alikes) {
  let best = 0;
  for (const phrase of phraseWords) {
    let common = 0;
    const matched = new Set();
    for (const [token, weight] of rarity) {
      const likenesses = phrase.map((word) => alikes.get(token).get(word) ?? 0);
      const closest = Math.max(...likenesses);
      if (!closest) continue;
      common += weight * closest;
      matched.add(likenesses.indexOf(closest));
    }
    best = Math.max(best, (IN_PHRASE * common * matched.size) / phrase.length);
  }
  return best;
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

function alikeWords(token, words, speech) {
  const isShort = beginsWithNumeral(token) || token.length === 1;
  const isExact = words.includes(token) && (isNumeral(token) || token.length > 1);
  const alike = isShort ? new Map(isExact ? [[token, 1]] : []) : likeWords(token, words, likeness);
  for (const [same, others] of speech.same) {
    const closeness = likeness(token, same);
    if (closeness < OTHER_ENDING) continue;
    for (const other of others) {
      for (const [word, like] of likeWords(other, words, likeness)) {
        if (like >= OTHER_ENDING) alike.set(word, Math.max(alike.get(word) ?? 0, SAME_THING * closeness * like));
      }
    }
  }
  return alike.size || token.length < 6 ? alike : likeWords(token, words, likenessWithASlip);
}

function likeWords(token, words, likenessOf) {
  return new Map(words.map((word) => [word, likenessOf(token, word)]).filter(([, like]) => like));
}

function hitsOf(token, tokens, texts, alike, isNumber) {
  const wanted = partsOf(token);
  const hits = new Map();
  for (const [place, { numbers, words }] of texts.entries()) {
    let weight = 0;
    for (const [word, like] of alike) weight = Math.max(weight, like * (words.get(word) ?? 0));
    for (const [turn, whole] of (isNumber ? numbers : []).entries()) {
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
