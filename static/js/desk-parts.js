// Helpers shared by the desk's scripts: a sentence with values, an icon, a tag, a button.

/** A sentence with its values put in, by their order. */
export const say = (sentence, ...values) => values.reduce((text, value) => text.replace("%s", value), sentence);

/** A sentence for one or for many; the number is its first value. */
export const count = ([one, many], number, ...values) => say(number === 1 ? one : many, number, ...values);

const SVG = "http://www.w3.org/2000/svg";

export function icon(name) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", "ico");
  drawn.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  drawn.append(use);
  return drawn;
}

export function tag(text) {
  const made = document.createElement("span");
  made.className = "tag tag--wait";
  made.textContent = text;
  return made;
}

export function button(text, act, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `btn ${kind}`.trim();
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

export function link(text, address) {
  const made = document.createElement("a");
  made.href = address;
  made.textContent = text;
  return made;
}
