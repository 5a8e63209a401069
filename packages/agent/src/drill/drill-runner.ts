import { randomUUID } from 'node:crypto';
import type { BenchmarkStepResult } from '@weft/shared/messages/benchmark-orders';
import type { DrillFault, DrillNews, DrillOrder, FaultTask, HeldFault, LoadTask } from '@weft/shared/messages/drill-orders';
import { absentVolume, measuredLoad } from '../benchmark/measured-load.js';
import { steadyMs } from '../clock/steady-clock.js';
import { reasonOf } from '../execute/execute.js';
import type { Host } from '../host/host.js';
import type { Ledger } from '../ledger/ledger.js';
import { errorText, type Log } from '../log/log.js';
import { type AgentReason, reason } from '../reason/reason.js';
import { dangerOf, isInForce } from './drill-danger.js';

/** How often the host is looked at during a fault. */
const LOOK_EVERY_MS = 250;
/** The load writes to this much of the volume at most, so that it reads its own blocks again soon. */
const LOAD_BYTES = 256 * 2 ** 20;

export interface DrillSettings {
  host: Pick<Host, 'runBenchmark' | 'readCounters' | 'observeFast' | 'killAgent'>;
  ledger: Pick<Ledger, 'assignment' | 'facts' | 'record'>;
  log: Log;
  tell: (news: DrillNews) => void;
  /** The loop plans again: a fault began or ended. */
  wake: () => void;
  wallMs?: () => number;
}

type Outcome = { reason: AgentReason } | { result: BenchmarkStepResult | null };

interface Running {
  order: DrillOrder;
  stop: AbortController;
  ended: Promise<void>;
}

/*
 * Runs the orders of a drill: the load, and the fault, which the plans make and take back (plan/drill-fault.ts).
 *  - a fault begins: checked against the host, then stored with its deadline, then followed by the plans.
 *  - its deadline, a withdrawn order, a load that fails here, or danger: the fact is removed, and the plans put everything back.
 *  - the agent stops or is killed: the fact stays stored, and the next start removes it first (`recover`).
 *  - the ledger cannot be written at the end: the plans ignore the fact from its deadline on.
 */
export class DrillRunner {
  readonly #running = new Map<string, Running>();
  #isClosing = false;

  constructor(private readonly settings: DrillSettings) {}

  runningIds(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** At the start of the agent, before the loop runs: a fault of before ends. */
  async recover(): Promise<void> {
    const { ledger, log, tell } = this.settings;
    const { drill } = ledger.facts;
    if (!drill) return;
    const unsaved = await ledger.record([{ fact: 'drill-ended', orderId: drill.orderId }]);
    log('warn', 'a drill had a fault here when the agent ended: it is taken back', { order: drill.orderId, fault: drill.fault, unsaved });
    const news = { id: drill.orderId, attempt: randomUUID() };
    if (drill.fault.kind === 'kill-agent') tell({ ...news, state: 'done', result: null });
    else tell({ ...news, state: 'failed', reason: reason('drill-agent-restarted', {}) });
  }

  start(order: DrillOrder): void {
    const stop = new AbortController();
    const ended = this.#run(order, stop.signal).finally(() => this.#running.delete(order.id));
    this.#running.set(order.id, { order, stop, ended });
  }

  async stop(id: string): Promise<void> {
    const found = this.#running.get(id);
    found?.stop.abort();
    await found?.ended;
  }

  /** The agent stops. Its load ends; a fault stays stored for the next start, because no loop is left to put anything back. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const all = [...this.#running.values()];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ ended }) => ended));
  }

  async #run(order: DrillOrder, signal: AbortSignal): Promise<void> {
    const { tell } = this.settings;
    const news = { id: order.id, attempt: randomUUID() };
    try {
      const inForce = () => tell({ ...news, state: 'running', isInForce: true });
      tell({ ...news, state: 'running', isInForce: false });
      const { task } = order;
      const outcome = task.kind === 'load' ? await this.#load(task, inForce, signal) : await this.#fault(order, task, inForce, signal);
      if (signal.aborted) return;
      if ('reason' in outcome) tell({ ...news, state: 'failed', reason: outcome.reason });
      else tell({ ...news, state: 'done', result: outcome.result });
    } catch (error) {
      if (!signal.aborted) tell({ ...news, state: 'failed', reason: reasonOf(error) });
    } finally {
      if (order.task.kind === 'load') this.#endFaults(order.drillId);
    }
  }

  async #load({ volume, seconds }: LoadTask, inForce: () => void, signal: AbortSignal): Promise<Outcome> {
    const { host, ledger } = this.settings;
    const absent = absentVolume(ledger, [volume]);
    if (absent) return { reason: absent };
    const task = { kind: 'verify', seconds, bytes: Math.min(volume.sizeBytes, LOAD_BYTES) } as const;
    return { result: await measuredLoad(host, { volumes: [volume], task, isFirst: true }, { signal, progress: inForce }) };
  }

  /** No load without its fault: nobody would see what it does to I/O. */
  #endFaults(drillId: string): void {
    for (const { order, stop } of this.#running.values()) if (order.drillId === drillId && order.task.kind === 'fault') stop.abort();
  }

  async #fault(order: DrillOrder, { fault, seconds }: FaultTask, inForce: () => void, signal: AbortSignal): Promise<Outcome> {
    const refused = await this.#refused(fault);
    if (refused) return { reason: refused };
    const unsaved = await this.#begin(order, fault, seconds);
    if (unsaved) return { reason: unsaved };
    try {
      if (fault.kind !== 'kill-agent') return await this.#hold(fault, seconds, inForce, signal);
      await this.settings.host.killAgent();
      // A simulated agent is still here for a moment.
      await until(signal, seconds * 1000);
      return { reason: reason('drill-no-effect', {}) };
    } finally {
      if (!this.#isClosing) await this.#end(order);
    }
  }

  async #refused(fault: DrillFault): Promise<AgentReason | null> {
    const { host, ledger } = this.settings;
    if (ledger.facts.drill) return reason('drill-running', {});
    const content = ledger.assignment?.content;
    if (!content) return reason('drill-object-absent', { object: 'an assignment' });
    return dangerOf(fault, content, await host.observeFast(), true);
  }

  async #begin({ id: orderId, drillId }: DrillOrder, fault: DrillFault, seconds: number): Promise<AgentReason | null> {
    const { host, ledger, log, wake, wallMs = Date.now } = this.settings;
    const beganAtMs = wallMs();
    const { bootId } = await host.observeFast();
    const drill = { orderId, drillId, fault, beganAtMs, untilMs: beganAtMs + seconds * 1000, bootId };
    const unsaved = await ledger.record([{ fact: 'drill-begun', drill }]);
    if (!unsaved) log('warn', 'a drill makes a fault here', { order: orderId, fault, seconds });
    wake();
    return unsaved;
  }

  async #end({ id: orderId }: DrillOrder): Promise<void> {
    const { ledger, log, wake } = this.settings;
    const unsaved = await ledger.record([{ fact: 'drill-ended', orderId }]);
    if (unsaved) log('error', 'the end of a drill was not stored: its fault ends at its deadline', { order: orderId, unsaved });
    else log('info', "a drill's fault ended: it is taken back", { order: orderId });
    wake();
  }

  async #hold(fault: HeldFault, seconds: number, inForce: () => void, signal: AbortSignal): Promise<Outcome> {
    const { host, ledger, log } = this.settings;
    const untilMs = steadyMs() + seconds * 1000;
    let wasInForce = false;
    while (!signal.aborted && steadyMs() < untilMs) {
      await until(signal, Math.min(LOOK_EVERY_MS, untilMs - steadyMs()));
      const content = ledger.assignment?.content;
      if (!content) return { reason: reason('drill-object-absent', { object: 'an assignment' }) };
      try {
        const fast = await host.observeFast();
        const danger = dangerOf(fault, content, fast, false);
        if (danger) return { reason: danger };
        if (!wasInForce && isInForce(fault, content, fast)) {
          wasInForce = true;
          inForce();
        }
      } catch (error) {
        // A host that cannot be read is no reason to go on with a fault.
        log('warn', 'the host could not be read during a drill: its fault ends', { error: errorText(error) });
        return { reason: reasonOf(error) };
      }
    }
    return wasInForce ? { result: null } : { reason: reason('drill-no-effect', {}) };
  }
}

/** Resolves after the time, or when the signal aborts. */
function until(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(0, ms));
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
