// The entry desk's storage on this computer: the queue, the drafts, and the last known pile. It uses IndexedDB and
// reports a write only once it is on disk; without that localStorage, and without both memory (then `lasts` is false).
// `change` is one transaction over the whole queue, `changeKept` one over all keys with the same prefix.

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

  /** Everything kept under a name that begins so, as [name, value]. */
  async allKept(lead) {
    const kept = this.database.transaction("kept").objectStore("kept");
    const range = IDBKeyRange.bound(lead, `${lead}\uffff`);
    const [names, values] = await Promise.all([done(kept.getAllKeys(range)), done(kept.getAll(range))]);
    return names.map((name, place) => [name, values[place]]);
  }

  /** `act` is given what is kept under names that begin so, and says what of it to `put` and to `drop`. */
  changeKept(lead, act) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction("kept", "readwrite", STRICT);
      const kept = transaction.objectStore("kept");
      const range = IDBKeyRange.bound(lead, `${lead}\uffff`);
      let result;
      const names = kept.getAllKeys(range);
      kept.getAll(range).onsuccess = ({ target }) => {
        const made = act(names.result.map((name, place) => [name, target.result[place]]));
        result = made.result;
        put(kept, made);
      };
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  }

  keep(name, value) {
    return this.keepAll({ put: [[name, value]] });
  }

  /** Put these [name, value] and drop these names, all at once. */
  keepAll(made) {
    return this.write("kept", (kept) => put(kept, made));
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

function put(kept, { put: values = [], drop = [] }) {
  for (const name of drop) kept.delete(name);
  for (const [name, value] of values) kept.put(value, name);
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

  async allKept(lead) {
    const start = `${NAME}.kept.`;
    const names = this.names().filter((name) => name.startsWith(start + lead)).map((name) => name.slice(start.length));
    return names.map((name) => [name, this.read(`kept.${name}`)]);
  }

  names() {
    return Array.from({ length: this.storage.length }, (_none, place) => this.storage.key(place));
  }

  async changeKept(lead, act) {
    const made = act(await this.allKept(lead));
    await this.keepAll(made);
    return made.result;
  }

  keep(name, value) {
    return this.keepAll({ put: [[name, value]] });
  }

  async keepAll({ put: values = [], drop = [] }) {
    for (const name of drop) this.storage.removeItem(`${NAME}.kept.${name}`);
    for (const [name, value] of values) this.storage.setItem(`${NAME}.kept.${name}`, JSON.stringify(value));
  }
}

function inMemory() {
  const values = new Map();
  return {
    get length() {
      return values.size;
    },
    key: (place) => [...values.keys()][place],
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

for (const name of ["items", "add", "change", "kept", "allKept", "changeKept", "keep", "keepAll"]) {
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
