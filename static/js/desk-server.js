// The entry desk's requests: values in, values out, and what a failure means. An answer is {status, body}; status 0
// means no answer, and body is null if the answer is not the desk's.

const PATIENCE = 20000;

/** The token that the server wants with whatever changes something: a new one after every sign-in. */
export const token = () => /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";

async function ask(address, options) {
  try {
    const answer = await fetch(address, {
      ...options,
      headers: { Accept: "application/json", ...options?.headers },
      signal: AbortSignal.timeout(PATIENCE),
      credentials: "same-origin",
    });
    const isValue = answer.headers.get("Content-Type")?.startsWith("application/json");
    return { status: answer.status, body: isValue ? await answer.json() : null };
  } catch {
    return { status: 0, body: null };
  }
}

export const get = (address) => ask(address);

export function post(address, fields, { keepalive = false } = {}) {
  return ask(address, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "X-CSRFToken": token() },
    keepalive,
  });
}

/** A name that nobody else gives: randomUUID alone would do, but a hall without a certificate does not have it. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
