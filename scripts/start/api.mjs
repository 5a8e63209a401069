import { setTimeout as sleep } from 'node:timers/promises';

const requestTimeoutMs = 60_000;
/** Attempts per request: answers 429 and 503 say when to try again. */
const tries = 6;

/** An unexpected answer, with the server's own message. */
export class Refused extends Error {
  constructor(method, path, { status, code, detail }) {
    super(`${method} ${path} was refused (${status} ${code}): ${detail}`);
    this.status = status;
  }
}

/** The server's REST API with one session. Paths are relative to /api/v1. */
export class Api {
  constructor(url) {
    this.url = url;
  }

  async login(name, password) {
    await this.call('POST', 'login', { name, password });
  }

  get = (path) => this.call('GET', path);
  post = (path, body = {}, version = undefined) => this.call('POST', path, body, version);
  patch = (path, body, version) => this.call('PATCH', path, body, version);
  delete = (path, version) => this.call('DELETE', path, undefined, version);

  /** Reads every item of a list, page by page. */
  async all(path) {
    const items = [];
    let cursor = null;
    do {
      const place = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const page = await this.get(`${path}${path.includes('?') ? '&' : '?'}limit=200${place}`);
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor);
    return items;
  }

  /** Counts the objects of a list without reading them. */
  async count(path) {
    return (await this.get(`${path}${path.includes('?') ? '&' : '?'}limit=1`)).total;
  }

  /** @throws Refused */
  async call(method, path, body, version) {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${this.url}/api/v1/${path}`, {
        method,
        headers: {
          ...(this.cookie ? { cookie: this.cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const cookie = response.headers.getSetCookie()[0];
      if (cookie) this.cookie = cookie.split(';')[0];
      const text = await response.text();
      if (response.ok) return text === '' ? undefined : JSON.parse(text);
      const later = [429, 503].includes(response.status) && attempt < tries;
      if (!later) throw new Refused(method, path, problemOf(response, text));
      await sleep(1000 * Number(response.headers.get('retry-after') || attempt));
    }
  }
}

function problemOf(response, text) {
  const isProblem = (response.headers.get('content-type') || '').startsWith('application/problem+json');
  return isProblem ? JSON.parse(text) : { status: response.status, code: response.statusText, detail: text.slice(0, 200) };
}

/** Processes all items, `width` at a time; the first failure ends it. */
export async function inParallel(items, width, work) {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: Math.min(width, queue.length) }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
}
