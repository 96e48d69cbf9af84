// The open tabs of this browser. Each holds a lock under its name while it lives, so that a crashed tab counts as
// closed. Plain HTTP has no locks: there a tab asks, and open tabs answer.

const LEAD = "pegboard-tab ";
const CHANNEL = "pegboard-tabs";
const WHO = "who";
const PATIENCE = 250;

export class Tabs {
  /** Say from now on that the tab of this name is open. */
  constructor(tab) {
    this.tab = tab;
    if (navigator.locks) navigator.locks.request(LEAD + tab, () => new Promise(() => {}));
    else if ("BroadcastChannel" in window) this.answer();
  }

  answer() {
    this.channel = new BroadcastChannel(CHANNEL);
    this.asking = new Set();
    this.channel.addEventListener("message", ({ data }) => {
      if (data === WHO) this.channel.postMessage(this.tab);
      else for (const heard of this.asking) heard.add(data);
    });
  }

  /** The names of the tabs that are open; not to be asked for where nobody needs to know, it may take a moment. */
  async open() {
    if (navigator.locks) {
      const { held, pending } = await navigator.locks.query();
      const names = [...held, ...pending].map(({ name }) => name).filter((name) => name.startsWith(LEAD));
      return new Set(names.map((name) => name.slice(LEAD.length)));
    }
    if (!this.channel) return new Set();
    const heard = new Set();
    this.asking.add(heard);
    this.channel.postMessage(WHO);
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    this.asking.delete(heard);
    return heard;
  }
}
