import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AgentAck,
  type AgentHandshake,
  type CredentialAck,
  credentialOrderSchema,
  FULL_REPORT_EVERY_SECONDS,
  historyNewsSchema,
  reachableSchema,
} from '@weft/shared/links/agent-link';
import { retryDelayMs } from '@weft/shared/load/retry';
import { assignmentSchema } from '@weft/shared/messages/assignment';
import { type Inventory, inventorySchema } from '@weft/shared/messages/inventory';
import { reportSchema } from '@weft/shared/messages/report';
import { AGENT_PROTOCOL, WEFT_VERSION } from '@weft/shared/version';
import { steadyMs } from '../clock/steady-clock.js';
import type { AgentConfig } from '../config/config.js';
import type { Ledger } from '../ledger/ledger.js';
import { retries } from '../load/retries.js';
import { errorText, type Log } from '../log/log.js';
import type { AgentReason } from '../reason/reason.js';
import type { NodeState } from '../reconcile/loop.js';
import { settle } from '../reconcile/settle.js';
import type { Traces } from '../trace/traces.js';
import { clockProblem, MOST_OFF_MS } from './clock.js';
import { type AgentSocket, connectOnce, type Outcome } from './connection.js';
import { cutReason, fit, tooManyDrives } from './fit.js';
import { type Acknowledged, acknowledge, differences, fullReport } from './report-differences.js';
import { reportParts } from './report-parts.js';
import { serverOrder } from './server-order.js';
import { unknownForm } from './unknown-form.js';

/*
 * The link to the servers. Data does not depend on it (S7).
 *  - a server dies: the agent tries the next one in its order after a short random time, so that nodes do not arrive all at once.
 *  - a server sends no probe any more: the same, if there are others. A lost machine ends no connection.
 *  - a server has too many agents: it closes the connection, and the agent tries the next one.
 *  - refused (credential, protocol, removed node): the agent logs the reason and retries with back-off, up to once a minute.
 *  - no acknowledgement: the agent sends the message again; after three in a row it closes the connection and tries another server.
 *  - a message was refused: messages of this kind pause. A refused inventory delays no report: a node without reports would count as lost.
 *  - connected: inventory and a full report; then changes; both in full every 5 minutes, and the inventory after a jump of the clock.
 */
const FULL_EVERY_MS = FULL_REPORT_EVERY_SECONDS * 1000;
const ACK_TIMEOUT_MS = 10_000;
const ACKS_MISSED = 3;
/** Longest wait of `told`. */
const TOLD_MS = 500;
/** A connection that lasted this long was a good one: the back-off starts over. */
const STEADY_MS = 10_000;
/** Longest refusal that a server accepts, in characters. */
const LONGEST_REFUSAL = 1000;

export interface LinkState {
  server: string | null;
  connected: boolean;
  since: string;
  lastError: string | null;
}

export interface LinkSettings {
  config: AgentConfig;
  ca: string | undefined;
  ledger: Ledger;
  bootId: string;
  machineId?: string | undefined;
  log: Log;
  onAssignment: () => void;
  /** A server reports that targets are back and export these subsystems. */
  onReachable: (subsystemNqns: string[]) => void;
  onState: (state: LinkState) => void;
  /** Missing: a new credential cannot be stored, and is refused. */
  storeCredential?: ((credential: string) => Promise<void>) | undefined;
  /** Called for each new connection before it opens, so that other listeners can be added. */
  onSocket?: (socket: AgentSocket) => void;
  /** Learns when assignments arrive and when reports are acknowledged; missing: nothing is traced. */
  traces?: Pick<Traces, 'arrived' | 'stored' | 'reported'>;
  /** For the order of the servers. */
  random?: () => number;
}

export class ServerLink {
  readonly #instanceId = randomUUID();
  #socket: AgentSocket | null = null;
  #state: NodeState | null = null;
  #acknowledged: Acknowledged | null = null;
  /** When the loop published it. If it is older than a full report's interval, the loop hangs: sending it again would make it look current. */
  #stateAtMs = 0;
  #inventoryText = '';
  #inventoryAtMs = 0;
  /** This host's clock less the steady one, when the last inventory was sent: it changes only when somebody sets the clock. */
  #clockAheadMs = 0;
  #fullAtMs = 0;
  /** After a refusal, by the kind of message. */
  #pauseUntilMs = { inventory: 0, report: 0 };
  #missedAcks = 0;
  /** From the last answer to an inventory. Answers to reports do not count: a report contains this problem, so each change would send another report. */
  #clock: AgentReason | null = null;
  /** Parts of the last inventory and of the last report that were cut. */
  #cut: { inventory: string[]; report: string[] } = { inventory: [], report: [] };
  #sending = false;
  /** Called when nothing is being sent any more. */
  #waiting: (() => void)[] = [];
  /** Something was published while a message was in flight. */
  #changed = false;

  #credential: string;

  constructor(private readonly settings: LinkSettings) {
    this.#credential = settings.config.credential;
  }

  /** Keeps one connection until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { config, ca, ledger, log, bootId, machineId, onState } = this.settings;
    const handshake = (): AgentHandshake => ({
      nodeId: config.nodeId,
      credential: this.#credential,
      protocol: AGENT_PROTOCOL,
      agentVersion: WEFT_VERSION,
      bootId,
      instanceId: this.#instanceId,
      ...(machineId === undefined ? {} : { machineId }),
      held: ledger.held,
    });
    let attempts = 0;
    const serverAt = serverOrder(config.servers, this.settings.random);
    const said = new Map<string, { error: string; atMs: number }>();
    for (let turn = 0; !signal.aborted; turn++) {
      const server = serverAt(turn);
      const outcome = await connectOnce({
        server,
        handshake: handshake(),
        ca,
        signal,
        leavesSilent: config.servers.length > 1,
        onSocket: (socket) => this.#listen(socket),
        onConnect: (socket) => {
          log('info', 'connected', { server });
          onState({ server, connected: true, since: new Date().toISOString(), lastError: null });
          this.#connected(socket);
        },
      });
      this.#socket = null;
      if (signal.aborted) return;
      // A server that accepts a connection and drops it at once is no better than one that does not answer.
      attempts = outcome.end === 'closed' && outcome.connectedMs > STEADY_MS ? 1 : attempts + 1;
      const lastError = `${outcome.end}: ${outcome.detail}`;
      // Repeats of the same error are logged once in a while only: a server may be offline for days.
      const last = said.get(server);
      const again = last?.error === lastError && steadyMs() - last.atMs < FULL_EVERY_MS;
      if (!again) said.set(server, { error: lastError, atMs: steadyMs() });
      log(again ? 'debug' : 'warn', `link to the server: ${outcome.end}`, {
        server,
        detail: outcome.detail,
        ...('code' in outcome ? { code: outcome.code } : {}),
      });
      onState({ server, connected: false, since: new Date().toISOString(), lastError });
      await delay(retryMs(outcome, attempts), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Sends the loop's newest state. */
  publish(state: NodeState): void {
    this.#stateAtMs = steadyMs();
    this.#state = { ...state, inventory: state.inventory && this.#onlyOurNics(state.inventory) };
    void this.#send();
  }

  /** Resolves when a server has acknowledged the published state, when none can be reached, and at the latest after `TOLD_MS`. */
  async told(): Promise<void> {
    if (this.#sending) await settle([new Promise<void>((resolve) => this.#waiting.push(resolve))], TOLD_MS);
  }

  #connected(socket: AgentSocket): void {
    this.#socket = socket;
    this.#acknowledged = null;
    this.#inventoryText = '';
    this.#missedAcks = 0;
    this.#pauseUntilMs = { inventory: 0, report: 0 };
    void this.#send();
  }

  #listen(socket: AgentSocket): void {
    this.settings.onSocket?.(socket);
    socket.on('assignment', (message, ack) => {
      void this.#accept(message).then(ack);
    });
    socket.on('history', (message) => {
      const parsed = historyNewsSchema.safeParse(message);
      if (parsed.success) this.settings.ledger.hearDoubt(parsed.data.doubt);
      else this.settings.log('warn', 'the server reported its history in an unknown form', { error: parsed.error.message });
    });
    socket.on('credential', (message, ack) => {
      void this.#takeCredential(message).then(ack);
    });
    socket.on('reachable', (message) => {
      const parsed = reachableSchema.safeParse(message);
      if (parsed.success) this.settings.onReachable(parsed.data.subsystemNqns);
      else this.settings.log('warn', 'the server sent a list of reachable targets in an unknown form', { error: parsed.error.message });
    });
  }

  async #accept(message: unknown): Promise<{ generation: number } | { refused: string }> {
    const { ledger, config, log, onAssignment, traces } = this.settings;
    const parsed = assignmentSchema.safeParse(message);
    if (!parsed.success) {
      const refused = unknownForm(parsed.error).slice(0, LONGEST_REFUSAL);
      log('error', refused);
      return { refused };
    }
    traces?.arrived(parsed.data.generation);
    const refused = await ledger.accept(parsed.data, config);
    if (refused) {
      log('error', `assignment refused: ${refused}`, { generation: parsed.data.generation });
      return { refused: refused.slice(0, LONGEST_REFUSAL) };
    }
    traces?.stored(parsed.data.generation);
    log('info', 'assignment stored', { generation: parsed.data.generation });
    onAssignment();
    return { generation: parsed.data.generation };
  }

  /** Stored on disk before the answer: from then on the server accepts only the new one. */
  async #takeCredential(message: unknown): Promise<CredentialAck> {
    const { log, storeCredential } = this.settings;
    const parsed = credentialOrderSchema.safeParse(message);
    if (!parsed.success || !storeCredential) {
      log('error', 'the server sent a credential that cannot be stored; the agent keeps the old one');
      return { stored: false };
    }
    const { credential } = parsed.data;
    try {
      await storeCredential(credential);
    } catch (error) {
      log('error', 'a new credential was not stored: the old one stays in use', { error: errorText(error) });
      return { stored: false };
    }
    this.#credential = credential;
    log('info', 'a new credential is stored');
    return { stored: true };
  }

  /** Sends what the server does not have yet, one message at a time. Called on every change and at least every turn of the loop. */
  async #send(): Promise<void> {
    this.#changed = true;
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#changed) {
        this.#changed = false;
        while (await this.#sendNext());
      }
    } catch (error) {
      this.#missedAcks++;
      this.settings.log('warn', 'the server did not acknowledge a message', { error: errorText(error), missed: this.#missedAcks });
      if (this.#missedAcks >= ACKS_MISSED) this.#socket?.disconnect();
    } finally {
      this.#sending = false;
      for (const told of this.#waiting.splice(0)) told();
    }
  }

  async #sendNext(): Promise<boolean> {
    const socket = this.#socket;
    const published = this.#state;
    if (!socket?.connected || !published) return false;
    if (steadyMs() - this.#stateAtMs > FULL_EVERY_MS) return false;
    const drives = published.inventory?.drives.length ?? 0;
    const cut = cutReason([...this.#cut.inventory, ...this.#cut.report]);
    const own = [this.#clock, cut, tooManyDrives(drives)].flatMap((problem) => problem ?? []);
    const state = { ...published, problems: [...published.problems, ...own] };
    const inventoryText = JSON.stringify(state.inventory);
    const isInventoryDue =
      inventoryText !== this.#inventoryText || steadyMs() - this.#inventoryAtMs >= FULL_EVERY_MS || this.#hasClockJumped();
    const maySend = !tooManyDrives(drives) && steadyMs() >= this.#pauseUntilMs.inventory;
    if (state.inventory && isInventoryDue && maySend) return this.#sendInventory(socket, state.inventory, inventoryText);
    return steadyMs() >= this.#pauseUntilMs.report && this.#sendReport(socket, state);
  }

  #hasClockJumped(): boolean {
    return this.#inventoryText !== '' && Math.abs(clockAheadMs() - this.#clockAheadMs) > MOST_OFF_MS;
  }

  /** @returns whether the connection is still the same, so that more can be sent. */
  async #sendInventory(socket: AgentSocket, inventory: Inventory, text: string): Promise<boolean> {
    const sentMs = Date.now();
    this.#clockAheadMs = clockAheadMs();
    const { message, cut } = fit<Inventory>(inventorySchema, inventory);
    this.#cut.inventory = cut;
    const answer = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('inventory', message);
    if (!this.#settled('inventory', answer)) return this.#socket === socket;
    if (this.#socket !== socket) return false;
    this.#inventoryText = text;
    this.#inventoryAtMs = steadyMs();
    if (answer.ok && answer.atMs !== undefined) this.#clock = clockProblem({ sentMs, serverMs: answer.atMs, receivedMs: Date.now() });
    return true;
  }

  /** @returns whether something was sent, the server has it, and the connection is still the same. */
  async #sendReport(socket: AgentSocket, state: NodeState): Promise<boolean> {
    const full = this.#acknowledged === null || steadyMs() - this.#fullAtMs >= FULL_EVERY_MS;
    const report = this.#acknowledged === null || full ? fullReport(state) : differences(state, this.#acknowledged);
    if (!report) return false;
    const { message, cut } = fit(reportSchema, report);
    const sentMs = steadyMs();
    for (const part of reportParts(message)) {
      if (!this.#settled('report', await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('report', part))) return false;
      if (this.#socket !== socket) return false;
    }
    if (cut.length > 0 || full) this.#cut.report = cut;
    this.#acknowledged = acknowledge(state, this.#acknowledged);
    if (full) this.#fullAtMs = steadyMs();
    this.settings.traces?.reported(state.objects, sentMs);
    return true;
  }

  #settled(kind: 'inventory' | 'report', answer: AgentAck): boolean {
    this.#missedAcks = 0;
    if (answer.ok) return true;
    this.settings.log('error', 'the server refused a message', { kind, code: answer.code, detail: answer.detail });
    this.#pauseUntilMs[kind] = steadyMs() + retryDelayMs(retries.messageRefused, 1);
    return false;
  }

  #onlyOurNics(inventory: Inventory): Inventory {
    const { nics } = this.settings.config;
    return nics && nics.length > 0 ? { ...inventory, nics: inventory.nics.filter((nic) => nics.includes(nic.name)) } : inventory;
  }
}

/** By how much this host's clock is ahead of the steady one. */
const clockAheadMs = (): number => Date.now() - steadyMs();

/** Milliseconds before the next attempt to connect. */
export const retryMs = (outcome: Outcome, attempts: number, random?: () => number): number =>
  retryDelayMs(outcome.end === 'refused' ? retries.serverRefused : retries.serverUnreachable, attempts, random);
