// Keys pressed while a card is still loading: kept, and replayed once it is there.

const NAMED = ["Enter", "Backspace", "Escape", "ArrowUp", "ArrowDown"];
const SIGNS = ["+", "-", "\u2212", "\u2013", "\u2014", "Enter"];

export class EarlyKeys {
  keys = [];
  waits = 0;

  constructor() {
    document.addEventListener("keydown", (event) => this.catch(event), true);
  }

  catch(event) {
    if (!this.waits || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key.length > 1 && !NAMED.includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A sign held down is one sign: pressed again and again it would end lines that nobody has typed.
    if (event.repeat && SIGNS.includes(event.key)) return;
    this.keys.push(event.key);
  }

  /** From now on keys are kept. */
  hold() {
    this.waits += 1;
  }

  /** The card lies there: everything kept goes to where the cursor is, until another card is waited for. */
  release() {
    this.waits -= 1;
    while (!this.waits && this.keys.length) press(this.keys.shift());
  }

  /** Let what was kept go; whether there was anything. */
  drop() {
    return this.keys.splice(0).length > 0;
  }
}

/** What the browser does when this key is pressed, as far as the desk's fields and buttons go. */
function press(key) {
  const at = document.activeElement ?? document.body;
  if (!at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))) return;
  if (key === "Enter" && at.matches("button")) at.click();
  else if (key === "Enter") at.form?.requestSubmit();
  else if (at.matches("input") && !at.readOnly) write(at, key);
}

function write(field, key) {
  const { selectionStart: start, selectionEnd: end } = field;
  if (key.length === 1) field.setRangeText(key, start, end, "end");
  else if (key === "Backspace") field.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
  else return;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
