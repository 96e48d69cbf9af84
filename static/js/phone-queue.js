// The phone's queue: what did not reach the server waits here, in order, until the server confirms it.

export const PATIENCE = 15_000;
/** By this the server answers, and nobody in its place. */
export const HELD = "Pegboard-Held";

export class Waiting {
  // Where the browser keeps nothing, it waits as long as this page is open.
  kept = [];

  constructor(place) {
    this.place = place;
  }

  get all() {
    try {
      return JSON.parse(localStorage.getItem(this.place)) ?? [];
    } catch {
      return this.kept;
    }
  }

  keep(all) {
    this.kept = all;
    try {
      if (all.length) localStorage.setItem(this.place, JSON.stringify(all));
      else localStorage.removeItem(this.place);
    } catch {
      // As said above.
    }
  }

  /** Of a game that is told twice the last one waits. After the card is handed in nothing on it is changed here. */
  hold(one) {
    const others = this.all.filter((other) => other.kind !== one.kind || other.game !== one.game);
    this.keep([...others, one].sort((a, b) => (a.kind === "in") - (b.kind === "in")));
  }

  /** Send all in order; `told` gets what the server says to each. Throws while it is away: what is left waits. */
  async sendAll(send, told) {
    while (this.all.length) {
      const [first] = this.all;
      const page = await send(first);
      // More may have come meanwhile.
      this.keep(this.all.filter(({ id }) => id !== first.id));
      told(page);
    }
  }
}

/** Nothing where the server has it, else its page with the reason. Throws while it is away. */
export async function post(address, fields, token) {
  const body = new URLSearchParams(fields);
  // The page may have been loaded anew since.
  body.set("csrfmiddlewaretoken", token);
  const answer = await fetch(address, {
    method: "POST",
    body,
    credentials: "same-origin",
    // The card is loaded afterwards, with the words that go with it: here nobody would read them.
    redirect: "manual",
    headers: { [HELD]: "yes" },
    signal: AbortSignal.timeout(PATIENCE),
  });
  // Whoever else answers has saved nothing: a network that wants a sign-in first, a server that sends everybody away for now
  // or finds the form too old.
  const said = answer.headers.get(HELD);
  if (!said) throw new Error("away");
  return said === "saved" ? "" : answer.text();
}
