// Calls what scripts export for tests in Python: a line says [path, name, arguments of each call], a line is answered.

import { createInterface } from "node:readline";
import "./browser.js";

const ROOT = new URL("../../../", import.meta.url);

for await (const line of createInterface({ input: process.stdin })) {
  const [path, name, asked] = JSON.parse(line);
  let said;
  try {
    const { [name]: act } = await import(new URL(path, ROOT));
    said = { answers: await Promise.all(asked.map((values) => act(...values))) };
  } catch (error) {
    said = { fault: String(error.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
