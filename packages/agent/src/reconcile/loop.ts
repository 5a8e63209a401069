import type { Assignment, AssignmentContent } from '@weft/shared/messages/assignment';
import type { Held } from '@weft/shared/messages/history';
import type { Inventory } from '@weft/shared/messages/inventory';
import {
  FOREIGN_HOST_CONNECTED,
  FOREIGN_HOST_FENCED,
  HOST_UNREADABLE,
  type ObjectStatus,
  type Orphan,
  type Reason,
} from '@weft/shared/messages/report';
import { steadyMs } from '../clock/steady-clock.js';
import { execute } from '../execute/execute.js';
import type { Host } from '../host/host.js';
import { identified, type SeenDevices } from '../host/identity.js';
import type { Operation } from '../host/operations.js';
import type { Ledger } from '../ledger/ledger.js';
import { Locks, Pool } from '../ledger/locks.js';
import { errorText, type Log } from '../log/log.js';
import { LOOK_EVERY_MS } from '../plan/attachment/anchors.js';
import { assignedTexts, isOfAttachment, objectKey, planNode } from '../plan/node/plan-node.js';
import { findOrphans } from '../plan/node/plan-orphans.js';
import type { Plan, Step, World } from '../plan/plan.js';
import { type LegReturns, seeReturns } from '../plan/returns.js';
import { Backoff } from './backoff.js';
import { Guard } from './guard.js';
import { type Observation, Observer, unreadableSlow } from './observer.js';
import { GoodSigns } from './path-retry-hints.js';
import { overlay } from './status-with-outcome.js';

/*
 * The agent's loop: observe, plan, execute, until there is nothing left to do now.
 *  - idle: every 2 s a quick look at the fast state, nothing is planned to be done, nothing is written.
 *  - a quick look shows something to do: everything is read, and planned anew from that.
 *  - new assignment: planned at once; steps of an object whose assignment changed stop between two steps, its back-off is forgotten.
 *  - a step fails: that object backs off (250 ms … 60 s, jitter) and is tried right after, all others go on.
 *  - a path's target or network is said to be back: it is tried at once (path-retry-hints.ts).
 *  - paths fail: the guard acts beside the loop, which may be held up by a slow command.
 *  - a long step (wiping terabytes): its object is left out until it is done, the turns go on without it.
 *  - killed anywhere: the next start observes what is there and goes on from that (S9).
 *  - no server: the stored assignment is all that is needed (S7). No assignment, or a damaged one: nothing is touched.
 *  - stopped: the current step is finished, nothing on the host is taken back (S7).
 */
const IDLE_MS = LOOK_EVERY_MS;
/** Bound on one turn: more rounds than the longest chain of steps of one object has. */
const MAX_ROUNDS = 20;
/** A round waits so long for its steps; slower ones go on beside the next rounds, so that what else happens is told as soon as when idle. */
const ROUND_MS = IDLE_MS;
const CONCURRENT_OBJECTS = 4;
/** Wipes are bound by drives, not by this host: they must not keep the others out. */
const CONCURRENT_WIPES = 4;

export interface NodeState {
  bootId: string;
  generation: number;
  /** What the database has to know, and the id of the loss of the ledger's facts, if they are lost (S14). */
  held: Held;
  lossId: string | null;
  objects: ObjectStatus[];
  /** Null: not known (no assignment to compare with because it was damaged, or the host could not be read). */
  orphans: Orphan[] | null;
  problems: Reason[];
  inventory: Inventory | null;
}

export interface LoopSettings {
  host: Host;
  ledger: Pick<Ledger, 'assignment' | 'held' | 'facts' | 'record' | 'problems' | 'assignmentLost'>;
  log: Log;
  /** Told after every round. */
  onState: (state: NodeState) => void;
  now?: () => number;
  /** 0 ≤ value < 1: jitter of pauses. */
  random?: () => number;
  roundMs?: number;
  /** Objects one after the other, in an order that is always the same; missing: several side by side. */
  oneAtATime?: boolean;
}

interface Flight {
  promise: Promise<void>;
  abort: AbortController;
}

export class ReconcileLoop {
  readonly #observer: Observer;
  readonly #guard: Guard;
  readonly #now: () => number;
  readonly #backoff: Backoff;
  readonly #signs = new GoodSigns();
  readonly #locks = new Locks();
  readonly #objects: Pool;
  readonly #wipes: Pool;
  readonly #flights = new Map<string, Flight>();
  #returns: ReadonlyMap<string, LegReturns> = new Map();
  #noticed: AssignmentContent | undefined;
  #texts = new Map<string, string>();
  #targetWaits = false;
  /** In the last round. */
  #nothingToDo = false;
  #wake: (() => void) | null = null;
  #woken = false;

  constructor(private readonly settings: LoopSettings) {
    this.#now = settings.now ?? steadyMs;
    this.#objects = new Pool(settings.oneAtATime ? 1 : CONCURRENT_OBJECTS);
    this.#wipes = settings.oneAtATime ? this.#objects : new Pool(CONCURRENT_WIPES);
    this.#observer = new Observer(settings.host, this.#now);
    this.#guard = new Guard({
      host: settings.host,
      log: settings.log,
      content: () => settings.ledger.assignment?.content,
      inventory: () => this.#observer.inventory,
      onDone: () => this.wake(),
      now: this.#now,
      random: settings.random,
    });
    this.#backoff = new Backoff(this.#now, settings.random);
  }

  /** Runs until the signal; then lets the current steps finish. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => {
      for (const flight of this.#flights.values()) flight.abort.abort();
      this.wake();
    });
    const guarded = this.#guard.run(signal);
    while (!signal.aborted) {
      try {
        await this.turn(signal);
      } catch (error) {
        // The host could not even be read. Said here and tried again in the next turn, 2 s later: nothing was changed.
        this.settings.log('error', 'a turn of the loop failed', { error: errorText(error) });
      }
      if (!signal.aborted) await this.#sleep(Math.min(IDLE_MS, this.#backoff.untilNextMs() ?? IDLE_MS));
    }
    await Promise.allSettled([guarded, ...[...this.#flights.values()].map((flight) => flight.promise)]);
  }

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** A server says that these subsystems are exported again by targets that are there. */
  reachable(subsystemNqns: readonly string[]): void {
    this.#signs.tell(subsystemNqns);
    this.wake();
  }

  /** One turn. @returns true when something was run or is still running. */
  async turn(signal: AbortSignal): Promise<boolean> {
    let active = false;
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round++) {
      const started = await this.#round(signal);
      if (started.length === 0) break;
      active = true;
      await this.#settle(started);
    }
    return active || this.#flights.size > 0;
  }

  async #round(signal: AbortSignal): Promise<Promise<void>[]> {
    const { ledger, log } = this.settings;
    const assignment = ledger.assignment;
    const quick = !this.#noticeChanges() && this.#nothingToDo;
    const busyBefore = new Set(this.#flights.keys());
    const started: Promise<void>[] = [];
    const observe = (how: { quick: boolean }) =>
      this.#observer.observe(assignment?.content, { ...how, targetWaits: this.#targetWaits, facts: ledger.facts }, (fast) =>
        started.push(...this.#guard.act(fast)),
      );
    let seen = await observe({ quick });
    if (!assignment) {
      this.#publish(seen, 0, []);
      return [];
    }
    let plans = planNode(this.#world(assignment, seen));
    if (quick && plans.some(({ steps }) => steps.length > 0)) {
      // A quick look is enough to see that there is nothing to do; what is done rests on a full one.
      seen = await observe({ quick: false });
      plans = planNode(this.#world(assignment, seen));
    }
    this.#renewPaths(plans, seen);
    this.#nothingToDo = plans.every(({ steps }) => steps.length === 0);
    const statuses: ObjectStatus[] = [];
    for (const plan of plans) {
      const key = objectKey(plan);
      // What was observed may be older than a step that was running meanwhile: this object is planned again in the next round.
      if (busyBefore.has(key) || this.#flights.has(key)) {
        statuses.push({ ...plan.status, state: 'working', reason: this.#backoff.reason(key) ?? null });
        continue;
      }
      const unsaved = await ledger.record(plan.before);
      const due = (steps: Step[]) => steps.filter((step) => !step.mayFail || !this.#backoff.isHeld(stepKey(key, step.operation)));
      const steps = [plan.steps, ...(plan.otherwise ?? [])].map(due).find((each) => each.length > 0) ?? [];
      const run = steps.length > 0 && !unsaved && !signal.aborted && !this.#backoff.isHeld(key);
      if (plan.steps.length === 0) this.#backoff.clearAll(`${key} `);
      statuses.push(
        overlay(plan.status, {
          running: run,
          failure: plan.steps.length > 0 ? this.#backoff.reason(key) : undefined,
          tolerated: this.#toleratedIn(key, plan),
          unsaved,
          slowFailure: seen.slow === null && needsSlowState(plan) ? seen.slowFailure : null,
        }),
      );
      if (run) started.push(this.#start(key, { ...plan, steps }, seen));
    }
    this.#targetWaits = statuses.some((status) => status.kind !== 'attachment' && status.state !== 'done');
    this.#publish(seen, assignment.generation, statuses);
    if (started.length > 0) log('debug', 'round', { started: started.length });
    return started;
  }

  #renewPaths(plans: readonly Plan[], { fast }: Observation): void {
    const isBack = this.#signs.take(fast, this.#observer.inventory);
    for (const plan of plans)
      for (const { operation } of [plan.steps, ...(plan.otherwise ?? [])].flat())
        if (operation.op === 'connect' && isBack(operation)) this.#backoff.renew(stepKey(objectKey(plan), operation));
  }

  #world({ generation, content }: Assignment, seen: Observation): World {
    this.#returns = seeReturns(this.#returns, content.attachments, seen.fast, this.#now());
    return {
      generation,
      content,
      facts: this.settings.ledger.facts,
      fast: seen.fast,
      slow: seen.slow ?? unreadableSlow(this.#observer.inventory),
      driveDevices: seen.driveDevices,
      probes: seen.probes,
      paths: this.#guard.times,
      connections: seen.connections,
      returns: this.#returns,
      nowMs: this.#now(),
      wallMs: Date.now(),
    };
  }

  #start(key: string, plan: Plan, seen: Observation): Promise<void> {
    const abort = new AbortController();
    const pool = plan.steps.some((step) => step.operation.op === 'wipe-logical-volume' || step.operation.op === 'wipe-drive')
      ? this.#wipes
      : this.#objects;
    const promise = pool
      .run(() => this.#run(key, plan, devicesIn(seen), abort.signal))
      .finally(() => {
        this.#flights.delete(key);
        this.wake();
      });
    this.#flights.set(key, { promise, abort });
    return promise;
  }

  async #run(key: string, plan: Plan, devices: SeenDevices, signal: AbortSignal): Promise<void> {
    const { host, ledger, log } = this.settings;
    const object = { kind: plan.kind, id: plan.id };
    const result = await execute(plan, (operation, abort) => host.perform(identified(operation, devices), abort), this.#locks, signal);
    if (plan.kind === 'attachment') this.#observer.invalidateAttachment(plan.id);
    if (plan.kind !== 'attachment' || result.failure) this.#observer.invalidateSlow();
    for (const operation of result.performed) {
      this.#backoff.clear(stepKey(key, operation));
      log('info', `done: ${operation.op}`, { ...object, operation });
    }
    for (const { step, reason } of result.tolerated) {
      this.#backoff.failed(stepKey(key, step.operation), reason);
      log('warn', reason.message, { ...object, operation: step.operation, exitCode: reason.exitCode, stderr: reason.stderr });
    }
    if (result.failure) {
      this.#backoff.failed(key, result.failure);
      log('warn', result.failure.message, {
        ...object,
        command: result.failure.command,
        exitCode: result.failure.exitCode,
        stderr: result.failure.stderr,
      });
      return;
    }
    if (result.stopped) return;
    this.#backoff.clear(key);
    const unsaved = await ledger.record(plan.after);
    if (unsaved) this.#backoff.failed(key, { code: 'ledger-unwritable', message: unsaved });
  }

  /** The failure of a step that may fail: of a path, or of one leg's return. */
  #toleratedIn(key: string, plan: Plan): Reason | undefined {
    for (const { operation } of plan.steps) {
      const reason = this.#backoff.reason(stepKey(key, operation));
      if (reason) return { ...reason, code: operation.op === 'connect' ? 'path-missing' : 'leg-not-taken' };
    }
    return undefined;
  }

  /** New or changed objects start afresh. @returns whether there are any. */
  #noticeChanges(): boolean {
    const content = this.settings.ledger.assignment?.content;
    // It is replaced as a whole, never written to.
    if (content === this.#noticed) return false;
    this.#noticed = content;
    const texts = content ? assignedTexts(content) : new Map<string, string>();
    const changed: string[] = [];
    for (const [key, text] of texts) {
      if (this.#texts.get(key) === text) continue;
      changed.push(key);
      this.#backoff.clear(key);
      this.#backoff.clearAll(`${key} `);
      this.#flights.get(key)?.abort.abort();
    }
    for (const [key, flight] of this.#flights) if (!texts.has(key)) flight.abort.abort();
    // What attachments are planned on is in the fast state: they need not wait for LVM.
    if (changed.some((key) => !isOfAttachment(key))) this.#observer.invalidateSlow();
    this.#texts = texts;
    return changed.length > 0;
  }

  #publish(seen: Observation, generation: number, objects: ObjectStatus[]): void {
    const { ledger } = this.settings;
    const content = ledger.assignment?.content ?? NOTHING_ASSIGNED;
    const orphans = ledger.assignmentLost || !seen.slow ? null : findOrphans(content, seen.fast, seen.slow);
    const foreign = objects.flatMap(({ kind, reason }) =>
      kind === 'export' && (reason?.code === FOREIGN_HOST_CONNECTED || reason?.code === FOREIGN_HOST_FENCED) ? [reason] : [],
    );
    const problems = [
      ...ledger.problems,
      ...foreign,
      ...(seen.connectionsFailure ? [seen.connectionsFailure] : []),
      ...(seen.slowFailure ? [{ ...seen.slowFailure, code: HOST_UNREADABLE }] : []),
    ];
    const { bootId } = seen.fast;
    const { held, facts } = ledger;
    this.settings.onState({
      ...{ bootId, generation, held, lossId: facts.lossId, objects, orphans, problems },
      inventory: this.#observer.inventory,
    });
  }

  /** Until all are done, or the round's time is over. */
  async #settle(started: Promise<void>[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.settings.roundMs ?? ROUND_MS);
    });
    await Promise.race([Promise.allSettled(started), limit]);
    clearTimeout(timer);
  }

  async #sleep(ms: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#woken = false;
  }
}

/** What the plans of this look were made on. */
const devicesIn = ({ fast, slow, drives }: Observation): SeenDevices => ({ fast, logicalVolumes: slow?.logicalVolumes ?? [], drives });

/** Legs and drives are seen by LVM alone; taking an export away needs configfs only, and must not wait for a hung command. */
const needsSlowState = ({ kind, status }: Plan): boolean => kind !== 'attachment' && !(kind === 'export' && status.state === 'done');

const NOTHING_ASSIGNED = { drives: [], legs: [], exports: [], attachments: [] };

const stepKey = (key: string, operation: Operation): string => `${key} ${JSON.stringify(operation)}`;
