import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LinkState } from '../link/link.js';
import { errorText, type Log } from '../log/log.js';
import type { NodeState } from '../reconcile/loop.js';

/** What `weft-agent status` shows. For people only: no decision relies on it, so it is not made durable. */
export interface StatusContent {
  writtenAt: string;
  node: Omit<NodeState, 'inventory'> | null;
  link: LinkState | null;
}

/** Written at most once a second, and only when something changed. */
const PAUSE_MS = 1_000;

export class StatusFile {
  #content: StatusContent = { writtenAt: '', node: null, link: null };
  #written = '';
  #timer: NodeJS.Timeout | undefined;
  #lastError = '';
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly log: Log,
  ) {}

  update(part: Partial<Omit<StatusContent, 'writtenAt'>>): void {
    this.#content = { ...this.#content, ...part };
    this.#timer ??= setTimeout(() => void this.flush(), PAUSE_MS).unref();
  }

  /** Writes run one after the other: all use the same temporary file. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { node, link } = this.#content;
    const text = JSON.stringify({ node, link });
    if (text === this.#written) return;
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await writeFile(`${this.path}.new`, `${JSON.stringify({ writtenAt: new Date().toISOString(), node, link })}\n`, { mode: 0o600 });
      await rename(`${this.path}.new`, this.path);
      this.#written = text;
      this.#lastError = '';
    } catch (error) {
      // A full disk must not stop the agent; logged once per kind of error.
      const message = errorText(error);
      if (message !== this.#lastError) this.log('warn', 'cannot write the status file', { error: message });
      this.#lastError = message;
    }
  }
}
