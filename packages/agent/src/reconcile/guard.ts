import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { Inventory } from '@weft/shared/messages/inventory';
import { reasonOf } from '../execute/execute.js';
import type { FastState, Host } from '../host/host.js';
import { identified, NOTHING_SEEN } from '../host/identity.js';
import type { WatchLinks } from '../host/link-listener.js';
import type { Operation } from '../host/operations.js';
import { errorText, type Log } from '../log/log.js';
import { LOOK_EVERY_MS } from '../plan/anchors/anchors.js';
import { planGuard } from '../plan/node/plan-guard.js';
import { type PathTimes, seePaths } from '../plan/path-times.js';
import { Backoff } from './backoff.js';
import { nicsByAddress } from './nics-by-address.js';

/*
 * Runs the operations of plan-guard.ts beside the loop: a slow command may block the loop for seconds, but must not block I/O.
 *  - the loop passes it every state it reads; the guard observes by itself when the last state is too old, or a deadline is reached.
 *  - netlink reports when the carrier of a NIC may have changed; without such reports the guard polls every 250 ms: one small sysfs
 *    file each. It polls as often for 2 s after a report, and every 2 s otherwise: so it notices within 2 s what was not reported.
 *  - killed and restarted: it does not know since when paths are lost, and counts from the start.
 */
const CARRIER_EVERY_MS = 250;
const TOLD_EVERY_MS = LOOK_EVERY_MS;
/** The kernel tells of a second change within a second only after that second (linkwatch_schedule_work in net/core/link_watch.c). */
const CLOSE_AFTER_MS = 2000;
/** After the host stopped telling. */
const LISTEN_AGAIN_MS = 30_000;

interface GuardSettings {
  host: Host;
  log: Log;
  content: () => AssignmentContent | undefined;
  inventory: () => Inventory | null;
  /** Called when one of its operations ended, so that the loop observes the change. */
  onDone: () => void;
  /** Absent: changes of links are not reported, but polled. */
  watchLinks?: WatchLinks;
  now: () => number;
  random?: () => number;
}

export class Guard {
  #times: ReadonlyMap<string, PathTimes> = new Map();
  /** NICs that paths of this node use. */
  #watched: string[] = [];
  #carriers = '';
  #last: FastState | undefined;
  #lookAtMs = Number.POSITIVE_INFINITY;
  #wake: (() => void) | undefined;
  /** Ends the host's telling; undefined: it does not tell. */
  #stopListening: (() => void) | undefined;
  #listenAtMs = Number.NEGATIVE_INFINITY;
  /** The host told something that no tick has looked at. */
  #isTold = false;
  #closeUntilMs = Number.NEGATIVE_INFINITY;
  readonly #backoff: Backoff;
  readonly #flights = new Map<string, Promise<void>>();
  /** Operations wanted once, by attachment; kept for as long as they are wanted. */
  #wantedOnce: ReadonlySet<string> = new Set();

  constructor(private readonly settings: GuardSettings) {
    this.#backoff = new Backoff(settings.now, settings.random);
  }

  /** By subsystem NQN: whether it has a live path, and since when. */
  get times(): ReadonlyMap<string, PathTimes> {
    return this.#times;
  }

  /** Acts on a state that was just read. @returns the operations that it started. */
  act(fast: FastState): Promise<void>[] {
    const { content, inventory, now } = this.settings;
    const nowMs = now();
    this.#times = seePaths(this.#times, fast, nowMs);
    const attachments = content()?.attachments.filter((attachment) => attachment.desired === 'attached') ?? [];
    const nicOf = nicsByAddress(inventory());
    const used = new Set(attachments.flatMap(({ legs }) => legs.flatMap(({ paths }) => paths.map((path) => nicOf(path.hostAddress)))));
    const watched = fast.nics.filter(({ name }) => used.has(name));
    this.#watched = watched.map(({ name }) => name);
    this.#carriers = JSON.stringify(watched);
    this.#last = fast;
    const started: Promise<void>[] = [];
    const wantedOnce = new Set<string>();
    const rested = this.#rests;
    this.#lookAtMs = attachments.length > 0 ? nowMs + 1.5 * LOOK_EVERY_MS : Number.POSITIVE_INFINITY;
    for (const attachment of attachments) {
      const { operations, once, dueInMs } = planGuard(attachment, fast, this.#times, nicOf, nowMs);
      const first = once.filter((operation) => {
        const key = `${attachment.attachmentId} ${JSON.stringify(operation)}`;
        wantedOnce.add(key);
        return !this.#wantedOnce.has(key);
      });
      if (dueInMs !== null) this.#lookAtMs = Math.min(this.#lookAtMs, nowMs + dueInMs);
      const refusals: Promise<void>[] = [];
      for (const operation of [...first, ...operations]) {
        const key = JSON.stringify(operation);
        if (!this.#flights.has(key) && !this.#backoff.isHeld(key))
          started.push(this.#start(key, operation, attachment.attachmentId, operation.op === 'probe-controller' ? refusals : []));
        const flight = this.#flights.get(key);
        if (operation.op === 'refuse-sending' && flight) refusals.push(flight);
      }
    }
    this.#wantedOnce = wantedOnce;
    if (rested && !this.#rests) this.#wake?.();
    return started;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { log } = this.settings;
    while (!signal.aborted) {
      try {
        await this.#tick();
      } catch (error) {
        // The loop reads the same files and reports the error; the next tick retries.
        log('warn', 'the paths of attached volumes cannot be watched', { error: errorText(error) });
      }
      await this.#pause(signal);
    }
    this.#stopListening?.();
    await Promise.all(this.#flights.values());
  }

  /** Reads nothing while nothing is attached. A quick read is enough: target state does not matter here. */
  async #tick(): Promise<void> {
    const { host, now } = this.settings;
    this.#isTold = false;
    this.#listen();
    if (this.#rests) return;
    const nics = await host.observeNics(this.#watched);
    const changed = JSON.stringify(nics) !== this.#carriers;
    // Act on a carrier change before reading the rest, which takes longer than the action.
    if (changed && this.#last) void this.act({ ...this.#last, nics });
    if (changed || now() >= this.#lookAtMs) void this.act(await host.observeFast({ quick: true }));
  }

  /** The host tells while something is attached. */
  #listen(): void {
    const { watchLinks, log, now } = this.settings;
    if (this.#rests) {
      this.#stopListening?.();
      this.#stopListening = undefined;
    } else if (watchLinks && !this.#stopListening && now() >= this.#listenAtMs) {
      this.#closeUntilMs = now() + CLOSE_AFTER_MS;
      this.#stopListening = watchLinks({
        onChange: () => this.#tell(),
        onEnd: (why) => {
          log('warn', 'changes of network links are not reported any more: they are polled four times a second', { why });
          this.#stopListening = undefined;
          this.#listenAtMs = now() + LISTEN_AGAIN_MS;
          this.#tell();
        },
      });
    }
  }
  #tell(): void {
    this.#isTold = true;
    this.#closeUntilMs = this.settings.now() + CLOSE_AFTER_MS;
    this.#wake?.();
  }
  get #pauseMs(): number {
    const nowMs = this.settings.now();
    if (!this.#stopListening || nowMs < this.#closeUntilMs) return CARRIER_EVERY_MS;
    return Math.max(1, Math.min(TOLD_EVERY_MS, this.#lookAtMs - nowMs));
  }

  /** Waits for the next tick; while nothing is attached, for an attachment. Removes its listener: the signal lives as long as the agent. */
  #pause(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#isTold) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = undefined;
        resolve();
      };
      const timer = this.#rests ? undefined : setTimeout(done, this.#pauseMs);
      this.#wake = done;
      signal.addEventListener('abort', done);
    });
  }

  /** Nothing is attached. */
  get #rests(): boolean {
    return this.#lookAtMs === Number.POSITIVE_INFINITY;
  }

  /** `after`: operations to wait for; these promises never reject. */
  #start(key: string, operation: Operation, attachmentId: string, after: readonly Promise<void>[]): Promise<void> {
    const { host, log, onDone } = this.settings;
    const flight = Promise.all(after)
      .then(() => host.perform(identified(operation, NOTHING_SEEN)))
      .then(
        () => {
          this.#backoff.clear(key);
          log('info', `done: ${operation.op}`, { kind: 'attachment', id: attachmentId, operation });
        },
        (error: unknown) => {
          const reason = reasonOf(error, operation);
          this.#backoff.failed(key, reason);
          log('warn', reason.message, { kind: 'attachment', id: attachmentId, operation, stderr: reason.stderr });
        },
      )
      .finally(() => {
        this.#flights.delete(key);
        onDone();
      });
    this.#flights.set(key, flight);
    return flight;
  }
}
