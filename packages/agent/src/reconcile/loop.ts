import { randomUUID } from 'node:crypto';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import type { Assignment, AssignmentContent } from '@weft/shared/messages/assignment';
import type { Held } from '@weft/shared/messages/history';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { ObjectStatus, Orphan, Reason } from '@weft/shared/messages/report';
import { steadyMs } from '../clock/steady-clock.js';
import { execute } from '../execute/execute.js';
import type { Host, SliceLimits } from '../host/host.js';
import { identified, type SeenDevices } from '../host/identity.js';
import type { WatchLinks } from '../host/link-listener.js';
import type { Operation } from '../host/operations.js';
import type { FactChange } from '../ledger/facts.js';
import type { Ledger } from '../ledger/ledger.js';
import { Locks } from '../ledger/locks.js';
import { concurrency } from '../load/concurrency.js';
import { errorText, type Log } from '../log/log.js';
import { LOOK_EVERY_MS } from '../plan/anchors/anchors.js';
import {
  assignedTexts,
  isAwaited,
  isIdleOrSwift,
  isOfExport,
  isOfFreeze,
  isOfStorage,
  isSwift,
  needsSlowState,
  objectKey,
  planNode,
  stepKey,
} from '../plan/node/plan-node.js';
import { findOrphans, NOTHING_ASSIGNED } from '../plan/node/plan-orphans.js';
import type { Plan, Step, World } from '../plan/plan.js';
import { type LegReturns, seeReturns } from '../plan/returns.js';
import type { AgentReason } from '../reason/reason.js';
import { type Tracing, untraced } from '../trace/traces.js';
import { Backoff } from './backoff.js';
import { Guard } from './guard.js';
import { type Labels, LegLabeller } from './leg-labeller.js';
import { type Look, NextLook } from './next-look.js';
import { nodeProblems } from './node-problems.js';
import { devicesIn, type Observation, Observer, unreadableSlow } from './observer.js';
import { OrphanCleaner, type OrphanOrderBook } from './orphan-cleaner.js';
import { PathRetryHints } from './path-retry-hints.js';
import { settle } from './settle.js';
import { toleratedIn, withLimitsFailure, withOutcome } from './status-with-outcome.js';
import { Waker } from './waker.js';

/*
 * The agent's loop: observe, plan, execute, until nothing is left to do now.
 *  - idle: every 2 s a quick read of the fast state; no steps, no writes.
 *  - a quick read shows something to do: the loop reads everything and plans again from that.
 *  - new assignment: planned at once; a changed object stops between two steps, and its back-off is reset.
 *  - a step fails: that object backs off (250 ms … 60 s, jitter), then retries; all others go on.
 *  - a hint says that a path's target or network is back: the loop retries it at once (path-retry-hints.ts). A new attachment waits for such (awaited-exports.ts).
 *  - paths fail: the guard acts beside the loop, which a slow command may block.
 *  - a long step (wiping terabytes): turns go on without its object until the step ends.
 *  - killed anywhere: the next start observes the host and continues from there (S9).
 *  - no server: the stored assignment is enough (S7). No assignment, or a damaged one: the agent touches nothing.
 *  - stopped: the current step finishes, nothing on the host is undone (S7).
 */
const IDLE_MS = LOOK_EVERY_MS;
/** Limit of rounds per turn: more than the longest chain of steps of one object. */
const MAX_ROUNDS = 20;
/** A round waits this long for its steps; slower ones go on beside the next rounds, so that other events are reported as soon as when idle. */
const ROUND_MS = IDLE_MS;

export interface NodeState {
  bootId: string;
  generation: number;
  /** What the server's database has to know, and the id of the loss if the ledger's facts are lost (S14). */
  held: Held;
  lossId: string | null;
  objects: ObjectStatus[];
  /** Null: unknown (no assignment to compare with because it was damaged, or the host could not be read). */
  orphans: Orphan[] | null;
  problems: Reason[];
  /** Of this node's slices, while limits are assigned. */
  slices?: readonly SliceLimits[];
  inventory: Inventory | null;
}

export interface LoopSettings {
  host: Host;
  ledger: Pick<Ledger, 'assignment' | 'held' | 'facts' | 'record' | 'problems' | 'assignmentLost'>;
  log: Log;
  orphanOrders?: OrphanOrderBook; // missing: none are removed
  labels?: () => Labels; // of this node's legs, from the server; missing: none are written
  latency?: { slowShares: (content: AssignmentContent) => Promise<World['slowShares']> }; // missing: never measured
  watchLinks?: WatchLinks; // missing: NICs are looked at four times a second
  traces?: Tracing; // missing: nothing is timed
  /** Called after every round. */ onState: (state: NodeState) => void;
  /** Ends when the servers have the last state, or after a while; missing: nothing waits for that. */ told?: () => Promise<void>;
  now?: () => number;
  /** Time of day, ms since 1970: orders are not begun after theirs. */ wall?: () => number;
  /** 0 ≤ value < 1: jitter of pauses. */ random?: () => number;
  roundMs?: number;
  oneAtATime?: boolean; // one object after the other, always in the same order; missing: several at once
}

export class ReconcileLoop {
  readonly #runId = randomUUID();
  readonly #observer: Observer;
  readonly #guard: Guard;
  readonly #now: () => number;
  readonly #wall = () => this.settings.wall?.() ?? Date.now();
  readonly #backoff: Backoff;
  readonly #traces: Tracing;
  readonly #hints: PathRetryHints;
  readonly #locks = new Locks();
  readonly #objects: ConcurrencyLimit;
  readonly #wipes: ConcurrencyLimit;
  readonly #flights = new Map<string, { promise: Promise<void>; abort: AbortController; ofFreeze: boolean }>();
  /** Facts of steps that ran and could not be stored, by object: stored before the object is planned again, so that no step is repeated (S1). */
  readonly #owed = new Map<string, FactChange[]>();
  #returns: ReadonlyMap<string, LegReturns> = new Map();
  #noticed: AssignmentContent | undefined;
  #texts = new Map<string, string>();
  readonly #labeller: LegLabeller;
  readonly #cleaner: OrphanCleaner;
  #targetWaits = false;
  #slowShares: World['slowShares'];
  readonly #look = new NextLook();
  readonly #waker = new Waker();

  constructor(private readonly settings: LoopSettings) {
    this.#now = settings.now ?? steadyMs;
    this.#traces = settings.traces ?? untraced;
    this.#objects = new ConcurrencyLimit(settings.oneAtATime ? { ...concurrency.objects, concurrent: 1 } : concurrency.objects);
    this.#wipes = settings.oneAtATime ? this.#objects : new ConcurrencyLimit(concurrency.wipes);
    this.#observer = new Observer(settings.host, this.#now);
    this.#guard = new Guard({
      ...settings,
      content: () => settings.ledger.assignment?.content,
      inventory: () => this.#observer.inventory,
      onDone: () => this.#hasChanged(),
      now: this.#now,
    });
    this.#backoff = new Backoff(this.#now, settings.random);
    this.#hints = new PathRetryHints(this.#now, settings.ledger.assignment?.content.attachments);
    this.#labeller = new LegLabeller({ ...settings, backoff: this.#backoff, locks: this.#locks });
    const onDone = () => [this.#observer.invalidateSlow(), this.#hasChanged()];
    this.#cleaner = new OrphanCleaner({ ...settings, locks: this.#locks, onDone });
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
        // The host could not even be read. Logged here and retried in the next turn, 2 s later: nothing was changed.
        this.settings.log('error', 'a turn of the loop failed', { error: errorText(error) });
      }
      const waits = [this.#backoff.untilNextMs(), this.#hints.exports.untilNextMs()].map((ms) => ms ?? IDLE_MS);
      if (!signal.aborted) await this.#waker.sleep(Math.min(IDLE_MS, ...waits));
    }
    await Promise.allSettled([guarded, this.#cleaner.ended(), ...[...this.#flights.values()].map((flight) => flight.promise)]);
  }

  wake(): void {
    this.#waker.wake();
  }

  #hasChanged(): void {
    this.#look.changedAnything();
    this.wake();
  }

  /** A server reports that reachable targets export these subsystems again. */
  reachable(subsystemNqns: readonly string[]): void {
    this.#hints.add(subsystemNqns);
    this.#hasChanged();
  }

  /** One turn. @returns true when a step ran or is still running. */
  async turn(signal: AbortSignal): Promise<boolean> {
    let active = false;
    this.#cleaner.begin(signal);
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round++) {
      const started = await this.#round(signal);
      if (started.length === 0) {
        if (this.#flights.size > 0) break;
        // What waits for its end has been reported: now for what else commands show of it.
        if (this.#observer.takeLater()) continue;
        if (await this.#labeller.act(this.#observer.slow, signal)) this.#observer.invalidateSlow();
        break;
      }
      active = true;
      await settle(started, this.settings.roundMs ?? ROUND_MS);
    }
    return active || this.#flights.size > 0;
  }

  async #round(signal: AbortSignal): Promise<Promise<void>[]> {
    const { ledger } = this.settings;
    const { assignment } = ledger;
    const look = this.#look.take({ isFull: this.#noticeChanges(), running: [...this.#flights.values()] });
    const busyBefore = new Set(this.#flights.keys());
    const started: Promise<void>[] = [];
    const observe = (how: Look) =>
      this.#traces.time({ what: 'observe' }, () =>
        this.#observer.observe(assignment?.content, { look: how, targetWaits: this.#targetWaits, facts: ledger.facts }, (fast) =>
          started.push(...this.#guard.act(fast)),
        ),
      );
    let seen = await observe(look);
    if (!assignment) {
      this.#publish(seen, 0, []);
      return [];
    }
    this.#slowShares = await this.settings.latency?.slowShares(assignment.content);
    let plans = planNode(this.#world(assignment, seen));
    if (look !== 'full' && !plans.every(isIdleOrSwift)) {
      // A quick read is enough to see that there is nothing to do, and for what I/O waits for; other steps need a full one.
      seen = await observe('full');
      plans = planNode(this.#world(assignment, seen));
    }
    this.#hints.renew(plans, seen.fast, this.#observer.inventory, this.#backoff);
    this.#look.isIdle = plans.every(isIdleOrSwift);
    const statuses: ObjectStatus[] = [];
    // A client's I/O is held until the servers know that this node's part is done: other steps wait for that.
    const tells = look === 'mappings' && !plans.every(isOfFreeze);
    for (const plan of plans) {
      const { status, flight } = await this.#begin(plan, { seen, busyBefore, waits: tells && !isOfFreeze(plan) }, signal);
      statuses.push(status);
      if (flight) started.push(flight);
    }
    this.#targetWaits = statuses.some(({ kind, state }) => kind !== 'attachment' && state !== 'done' && state !== 'working');
    // That a part of a freeze has begun is no news: its end, in a moment, is.
    if (look !== 'mappings' || started.length === 0) this.#publish(seen, assignment.generation, statuses);
    return tells && ledger.assignment === assignment ? [...started, this.#waker.rest(this.settings.told)] : started;
  }

  /** Starts the steps of one object that may run now. `waits`: none may. */
  async #begin(
    plan: Plan,
    { seen, busyBefore, waits }: { seen: Observation; busyBefore: ReadonlySet<string>; waits: boolean },
    signal: AbortSignal,
  ): Promise<{ status: ObjectStatus; flight?: Promise<void> }> {
    const key = objectKey(plan);
    const failureOf = (operation: Operation) => this.#backoff.reason(stepKey(key, operation));
    // The observation may be older than a step that was running meanwhile: the next round plans this object again.
    if (busyBefore.has(key) || this.#flights.has(key))
      return { status: { ...plan.status, state: 'working', reason: this.#backoff.reason(key) ?? null } };
    const { unsaved, isOutdated } = await this.#recordBefore(key, plan);
    const due = (steps: Step[]) => steps.filter((step) => !step.mayFail || !this.#backoff.isHeld(stepKey(key, step.operation)));
    const steps = [plan.steps, ...(plan.otherwise ?? [])].map(due).find((each) => each.length > 0) ?? [];
    const awaits = this.#hints.exports.holds(key);
    const running = steps.length > 0 && !awaits && !waits && !unsaved && !isOutdated && !signal.aborted && !this.#backoff.isHeld(key);
    if (plan.steps.length === 0) this.#backoff.clearAll(`${key} `);
    const status = withOutcome(withLimitsFailure(plan, failureOf), {
      running: awaits || running,
      failure: plan.steps.length > 0 ? this.#backoff.reason(key) : undefined,
      tolerated: toleratedIn(plan, failureOf),
      unsaved,
      slowFailure: seen.slow === null && needsSlowState(plan) ? seen.slowFailure : null,
    });
    return { status, ...(running && { flight: this.#start(key, { ...plan, steps }, seen) }) };
  }

  /** Stores the facts that the object's steps owe, then those that its plan relies on. `isOutdated`: the plan was made without the owed ones. */
  async #recordBefore(key: string, { before }: Plan): Promise<{ unsaved: AgentReason | null; isOutdated: boolean }> {
    const owed = this.#owed.get(key) ?? [];
    const unsaved = await this.#record(key, [...owed, ...before]);
    const isOutdated = owed.length > 0;
    if (isOutdated && !unsaved) {
      this.#owed.delete(key);
      this.wake();
    }
    return { unsaved, isOutdated };
  }

  async #record(key: string, changes: FactChange[]): Promise<AgentReason | null> {
    if (changes.length === 0) return null;
    return this.#traces.time({ what: 'record', key }, () => this.settings.ledger.record(changes));
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
      limits: seen.limits,
      returns: this.#returns,
      slowShares: this.#slowShares,
      run: this.#runId,
      nowMs: this.#now(),
      wallMs: this.#wall(),
    };
  }

  #start(key: string, plan: Plan, seen: Observation): Promise<void> {
    const abort = new AbortController();
    const limit = plan.steps.some((step) => step.operation.op === 'wipe-logical-volume' || step.operation.op === 'wipe-drive')
      ? this.#wipes
      : this.#objects;
    const ofFreeze = isOfFreeze(plan);
    const promise = limit
      .run(() => this.#run(key, plan, devicesIn(seen), abort.signal))
      .finally(() => {
        this.#flights.delete(key);
        if (ofFreeze) this.#look.changedMappings();
        else this.#look.changedAnything();
        this.wake();
      });
    this.#flights.set(key, { promise, abort, ofFreeze });
    return promise;
  }

  async #run(key: string, plan: Plan, devices: SeenDevices, signal: AbortSignal): Promise<void> {
    const { host, log } = this.settings;
    const object = { kind: plan.kind, id: plan.id };
    // It waited for its turn. Nothing may be noted as begun that does not begin; the next round plans it again.
    if (signal.aborted || this.#wall() > (plan.beginBy ?? Number.POSITIVE_INFINITY)) return;
    const unbegun = await this.#record(key, plan.begin ?? []);
    if (unbegun) {
      this.#backoff.failed(key, unbegun);
      return;
    }
    const perform = (operation: Operation, abort?: AbortSignal) =>
      this.#traces.time({ what: 'operation', key, op: operation.op }, () => host.perform(identified(operation, devices), abort));
    const result = await execute(plan, perform, this.#locks, signal);
    if (plan.kind === 'attachment') this.#observer.invalidateAttachment(plan.id);
    if (result.failure) {
      this.#observer.invalidateSlow();
      this.#look.changedAnything();
    } else if (plan.kind !== 'attachment') this.#observer[isAwaited(plan) ? 'readSlowLater' : 'invalidateSlow']();
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
    // The facts say that every step has succeeded.
    if (result.tolerated.length > 0) return;
    const unsaved = await this.#record(key, plan.after);
    if (!unsaved) return;
    this.#owed.set(key, plan.after);
    this.#backoff.failed(key, unsaved);
  }

  /** New or changed objects start over. @returns whether there are any that need a full read. */
  #noticeChanges(): boolean {
    const { content, generation = 0 } = this.settings.ledger.assignment ?? {};
    // The content is replaced as a whole, never modified.
    if (content === this.#noticed) return false;
    this.#noticed = content;
    const texts = content ? assignedTexts(content) : new Map<string, string>();
    const changed: string[] = [];
    for (const [key, text] of texts) {
      const before = this.#texts.get(key);
      if (before === text) continue;
      this.#traces.begin(key, generation);
      if (isSwift(before, text)) this.#look.changedMappings();
      else changed.push(key);
      this.#backoff.clear(key);
      this.#backoff.clearAll(`${key} `);
      this.#flights.get(key)?.abort.abort();
    }
    this.#hints.exports.assigned(content?.attachments ?? []);
    for (const [key, flight] of this.#flights) if (!texts.has(key)) flight.abort.abort();
    // The others are planned from the fast state and what is known of the legs. What that withholds is planned again by what LVM shows then.
    if (changed.some(isOfStorage)) this.#observer.invalidateSlow();
    else if (changed.some(isOfExport)) this.#observer.readSlowLater();
    if (changed.length > 0) this.#observer.invalidateHolders();
    this.#texts = texts;
    return changed.length > 0;
  }

  #publish(seen: Observation, generation: number, objects: ObjectStatus[]): void {
    const { host, ledger } = this.settings;
    const content = ledger.assignment?.content ?? NOTHING_ASSIGNED;
    const orphans = ledger.assignmentLost || !seen.slow ? null : findOrphans(content, seen.fast, seen.slow);
    const { connectionsFailure, slowFailure } = seen;
    const directionsFailure = host.directionsFailure?.() ?? null;
    const tlsDaemon = seen.fast.tls?.daemon;
    const problems = nodeProblems({ ledger: ledger.problems, objects, connectionsFailure, slowFailure, directionsFailure, tlsDaemon });
    const { held, facts } = ledger;
    this.settings.onState({
      ...{ bootId: seen.fast.bootId, generation, held, lossId: facts.lossId, objects, orphans, problems },
      inventory: this.#observer.inventory,
      ...(seen.limits && 'slices' in seen.limits && { slices: seen.limits.slices }),
    });
  }
}
