// Where the style sheet of one component reaches an element of another: by a class that both of them style, or by an element's
// name alone inside what belongs to the other. Read by a browser test as one function; it takes the names of the shared sheets.
(shared) => {
  const parts = (text) => {
    const found = [""];
    let depth = 0;
    for (const letter of text) {
      depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
      if (letter === "," && !depth) found.push("");
      else found.push(found.pop() + letter);
    }
    return found.map((part) => part.trim());
  };
  const rules = [];
  const gather = (list, sheet) => {
    for (const rule of list) {
      if (rule instanceof CSSImportRule) gather(rule.styleSheet.cssRules, /([\w-]+?)(\.[0-9a-f]{12})?\.css/.exec(rule.href.split("/").pop())[1]);
      else if (rule instanceof CSSStyleRule) rules.push(...parts(rule.selectorText).map((selector) => [sheet, selector]));
      else if (rule instanceof CSSMediaRule ? matchMedia(rule.conditionText).matches : rule.cssRules && !(rule instanceof CSSKeyframesRule)) gather(rule.cssRules, sheet);
    }
  };
  for (const sheet of document.styleSheets) gather(sheet.cssRules, "app");

  const bare = (selector) => selector.replace(/:(not|has)\((?:[^()]|\([^()]*\))*\)/g, "");
  const still = (selector) => selector.replace(/::[\w-]+(\([^)]*\))?/g, "").replace(/:(hover|focus-visible|focus|active|checked)/g, "").replace(/:(has|not|is|where)\(\s*\)/g, "") || "*";
  const namesIn = (selector) => [...selector.matchAll(/[.#]([A-Za-z_][\w-]*)/g)].map(([, name]) => name);
  const common = new Set(rules.filter(([sheet]) => shared.includes(sheet) && !["base", "print"].includes(sheet)).flatMap(([, selector]) => namesIn(bare(selector))));
  const own = rules.filter(([sheet]) => sheet !== "app" && !shared.includes(sheet));
  const users = new Map();
  for (const [sheet, selector] of own) {
    for (const name of namesIn(selector)) {
      if (!common.has(name) && !name.startsWith("is-")) users.set(name, (users.get(name) ?? new Set()).add(sheet));
    }
  }
  const ownersOf = (element) => new Set([...element.classList].flatMap((name) => [...(users.get(name) ?? [])]));

  function reach(sheet, element, names) {
    for (const name of names) {
      for (const [other, selector] of own) {
        if (other !== sheet && namesIn(selector).includes(name) && element.matches(still(selector))) return `.${name} is also of ${other}.css`;
      }
    }
    for (let at = element; !names.length && at; at = at.parentElement) {
      const owners = ownersOf(at);
      if (owners.has(sheet)) return null;
      if (owners.size) return `inside .${[...at.classList].join(".")} of ${[...owners]}.css`;
    }
    return null;
  }

  const faults = new Set();
  for (const [sheet, selector] of own) {
    const subject = bare(still(selector)).split(/[\s>+~]+(?![^(]*\))/).at(-1);
    const names = namesIn(subject).filter((name) => users.has(name));
    // What begins at a name of this sheet alone changes other components on a page of its own, on purpose.
    const isAtHome = !names.length && namesIn(selector).some((name) => users.get(name)?.size === 1);
    for (const element of document.querySelectorAll(still(selector))) {
      const fault = isAtHome || reach(sheet, element, names);
      if (fault && fault !== true) faults.add(`${sheet}.css: ${selector}: ${fault}`);
    }
  }
  return [...faults];
}
