import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import { steadyMs } from '../clock/steady-clock.js';
import { objectKey } from '../plan/node/plan-node.js';

/** Without a word of the servers, an attachment waits so long from its assignment on: more than targets need for an export on a slow machine. */
const MOST_MS = 3000;
/** The word may arrive before the assignment. */
const KNOWN_FOR_MS = 10_000;

const keyOf = ({ attachmentId }: AttachmentAssignment): string => objectKey({ kind: 'attachment', id: attachmentId });

/*
 * A new attachment's targets get their assignments together with its client, and need some time to export it. Until all of them do, each connect of the client
 * fails: it takes time from the targets, is repeated after a pause, and every pair of rounds reads the host once more. So the first connects wait for the
 * servers' word that the exports are there.
 *  - only attachments that were assigned while the agent ran. An older one may have been exported for a long time.
 *  - no word (a target is offline, a server stops): they begin after MOST_MS.
 */
export class AwaitedExports {
  readonly #waits = new Map<string, { nqns: readonly string[]; untilMs: number }>();
  readonly #exported = new Map<string, number>();
  /** By object key. */
  #known: ReadonlySet<string>;

  /** @param attachments assigned before the agent started */
  constructor(
    private readonly now: () => number = steadyMs,
    attachments: readonly AttachmentAssignment[] = [],
  ) {
    this.#known = new Set(attachments.map(keyOf));
  }

  /** The attachments of each new assignment. */
  assigned(attachments: readonly AttachmentAssignment[]): void {
    const all = new Map(attachments.map((each) => [keyOf(each), each]));
    for (const key of this.#waits.keys()) if (!all.has(key)) this.#waits.delete(key);
    for (const [key, { desired, legs }] of all)
      if (!this.#known.has(key) && desired === 'attached')
        this.#waits.set(key, { nqns: [...new Set(legs.map(({ subsystemNqn }) => subsystemNqn))], untilMs: this.now() + MOST_MS });
    this.#known = new Set(all.keys());
  }

  /** A server says that targets export these subsystems. */
  exported(nqns: readonly string[]): void {
    const now = this.now();
    for (const [nqn, atMs] of this.#exported) if (now - atMs > KNOWN_FOR_MS) this.#exported.delete(nqn);
    for (const nqn of nqns) this.#exported.set(nqn, now);
  }

  /** Whether the object has to wait now. Once it need not, it never has to again. */
  holds(key: string): boolean {
    const wait = this.#waits.get(key);
    if (!wait) return false;
    const now = this.now();
    const isThere = (nqn: string) => now - (this.#exported.get(nqn) ?? Number.NEGATIVE_INFINITY) <= KNOWN_FOR_MS;
    if (now < wait.untilMs && !wait.nqns.every(isThere)) return true;
    this.#waits.delete(key);
    return false;
  }

  /** Milliseconds until the next wait ends; undefined: nothing waits. */
  untilNextMs(): number | undefined {
    const now = this.now();
    const left = [...this.#waits.values()].map(({ untilMs }) => untilMs - now).filter((ms) => ms > 0);
    return left.length > 0 ? Math.min(...left) : undefined;
  }
}
