// What the entry desk keeps on this computer: the queue of typed cards, the drafts, and the pile as it was last heard of.
// In IndexedDB, written to the disk before it is said to be kept; where that is missing in localStorage; where nothing
// may be kept, in memory (`lasts` is false then). `change` is one transaction over the whole queue.

const NAME = "pegboard-desk";
const STRICT = { durability: "strict" };

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

class Indexed {
  lasts = true;

  constructor(database) {
    this.database = database;
  }

  items() {
    return done(this.database.transaction("items").objectStore("items").getAll());
  }

  /** Put one item at the end, at once: it is on its way to the disk when this returns, even if the page goes away. */
  add(item) {
    return this.write("items", (items) => items.add(item));
  }

  change(act) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction("items", "readwrite", STRICT);
      const items = transaction.objectStore("items");
      let result;
      items.getAll().onsuccess = ({ target }) => {
        const made = act(target.result);
        result = made.result;
        for (const order of made.drop ?? []) items.delete(order);
        for (const item of made.put ?? []) items.put(item);
      };
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  }

  kept(name) {
    return done(this.database.transaction("kept").objectStore("kept").get(name));
  }

  keep(name, value) {
    return this.write("kept", (kept) => kept.put(value, name));
  }

  forget(name) {
    return this.write("kept", (kept) => kept.delete(name));
  }

  write(name, act) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(name, "readwrite", STRICT);
      act(transaction.objectStore(name));
      transaction.commit();
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  }
}

class Plain {
  constructor(storage) {
    this.storage = storage;
    this.lasts = storage instanceof Storage;
  }

  read(name, otherwise) {
    return JSON.parse(this.storage.getItem(`${NAME}.${name}`) ?? "null") ?? otherwise;
  }

  async items() {
    return this.read("items", []);
  }

  add(item) {
    return this.change(() => ({ put: [item] }));
  }

  async change(act) {
    const items = this.read("items", []);
    const { put = [], drop = [], result } = act(items);
    const left = new Map(items.filter(({ order }) => !drop.includes(order)).map((item) => [item.order, item]));
    let last = this.read("last", 0);
    for (const item of put) {
      item.order ??= ++last;
      left.set(item.order, item);
    }
    this.storage.setItem(`${NAME}.last`, JSON.stringify(last));
    this.storage.setItem(`${NAME}.items`, JSON.stringify([...left.values()].sort((one, other) => one.order - other.order)));
    return result;
  }

  async kept(name) {
    return this.read(`kept.${name}`, undefined);
  }

  async keep(name, value) {
    this.storage.setItem(`${NAME}.kept.${name}`, JSON.stringify(value));
  }

  async forget(name) {
    this.storage.removeItem(`${NAME}.kept.${name}`);
  }
}

function inMemory() {
  const values = new Map();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  };
}

function plainStore() {
  try {
    localStorage.setItem(NAME, "1");
    localStorage.removeItem(NAME);
    return new Plain(localStorage);
  } catch {
    return new Plain(inMemory());
  }
}

/** The store of this browser, there at once: what is asked of it waits until it is open. */
export class Store {
  lasts = true;
  opened = open();

  constructor() {
    this.opened.then(({ lasts }) => (this.lasts = lasts));
  }
}

for (const name of ["items", "add", "change", "kept", "keep", "forget"]) {
  Store.prototype[name] = async function (...values) {
    return (await this.opened)[name](...values);
  };
}

async function open() {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("items", { keyPath: "order", autoIncrement: true });
      request.result.createObjectStore("kept");
    };
    const database = await done(request);
    database.onversionchange = () => database.close();
    return new Indexed(database);
  } catch {
    return plainStore();
  }
}
