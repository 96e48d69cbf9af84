// Reads HTML as the server writes it, as far as a test without a browser asks of it: what has a class or an attribute, and
// what it says.

const EMPTY = ["br", "hr", "img", "input", "link", "meta", "circle", "line", "path", "rect", "use"];
const TOKENS = /<!--[^]*?-->|<!doctype[^>]*>|<(script|style)\b([^>]*)>([^]*?)<\/\1>|<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/gi;
const ATTRIBUTES = /([^\s=/]+)(?:="([^"]*)")?/g;
const SIGNS = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };

const plain = (text) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_all, hex, number, name) =>
    name ? SIGNS[name] : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(number)),
  );

class Element {
  children = [];

  constructor(name, written) {
    const attributes = [...written.matchAll(ATTRIBUTES)].map(([_all, attribute, value]) => [attribute, plain(value ?? "")]);
    this.name = name;
    this.attributes = new Map(attributes);
    this.hidden = this.attributes.has("hidden");
    const data = attributes.filter(([attribute]) => attribute.startsWith("data-"));
    this.dataset = Object.fromEntries(data.map(([attribute, value]) => [attribute.slice("data-".length), value]));
  }

  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }

  set textContent(text) {
    this.children = [String(text)];
  }

  get all() {
    return this.children.filter((child) => child instanceof Element).flatMap((child) => [child, ...child.all]);
  }

  /** By one class or one attribute. */
  querySelectorAll(selector) {
    const [, dot, name] = /^([.[])([\w-]+)\]?$/.exec(selector);
    return this.all.filter(({ attributes }) => (dot === "." ? attributes.get("class")?.split(" ").includes(name) : attributes.has(name)));
  }
}

export function read(html) {
  const root = new Element("", "");
  const open = [root];
  for (const [token, raw, rawWritten, rawText, end, name, written] of html.matchAll(TOKENS)) {
    if (raw) open.at(-1).children.push(Object.assign(new Element(raw, rawWritten), { textContent: rawText }));
    else if (end) open.splice(open.findLastIndex((element) => element.name === name));
    else if (name) {
      const element = new Element(name, written);
      open.at(-1).children.push(element);
      if (!EMPTY.includes(name) && !written.endsWith("/")) open.push(element);
    } else if (!token.startsWith("<!")) open.at(-1).children.push(plain(token));
  }
  return root;
}
