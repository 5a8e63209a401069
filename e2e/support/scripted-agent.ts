import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_NAMESPACE, type AgentAck, type AgentToServerEvents, type ServerToAgentEvents } from '@weft/shared/links/agent-link';
import type { Assignment } from '@weft/shared/messages/assignment';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { ObjectStatus, Orphan } from '@weft/shared/messages/report';
import type { Sample } from '@weft/shared/messages/sample';
import type { Trace } from '@weft/shared/timeline/trace';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { io, type Socket } from 'socket.io-client';
import type { ApiClient } from './api-client.js';
import { type Answer, type ScriptedDrive, statusesOf } from './scripted-statuses.js';

/** A node as its agent knows it. */
export interface ScriptedNode {
  nodeId: string;
  name: string;
  credential: string;
  /** Last two bytes of its addresses. */
  network: number;
  drives: readonly ScriptedDrive[];
  /** PEM of the authority of the servers' certificates. */
  ca?: string | undefined;
}

/**
 * The agent's end of the agents' socket, for tests of servers. It enrolls as an agent does and reports every order as done.
 * It has no host behind it.
 */
export class ScriptedAgent {
  /** Only the newest assignment matters. Its report follows the answer to the previous report, at most as often as a real agent's. */
  private newest: Assignment | undefined;
  private current: Assignment | undefined;
  private reporting: Promise<void> | undefined;
  private readonly answers = new Map<string, Answer>();

  /** Errors while it reconnected: handshakes that were refused or found no server, and messages that the server did not accept. */
  readonly refusals: string[] = [];
  /** Why its connections ended. */
  readonly losses: string[] = [];
  private closed = false;
  private sequence = 0;
  /** The interval that the server ordered last. */
  samplingSeconds = 10;
  /** Changes each status before it is sent. For a state and a reason alone, use `answer`. */
  say: (status: ObjectStatus) => ObjectStatus = (status) => status;
  /** Hears of each assignment that arrives. */
  onAssignment: (assignment: Assignment) => void = () => undefined;
  /** Orphans of its host. It removes one as soon as a server orders that. */
  private orphans: readonly Orphan[] = [];

  private constructor(
    readonly nodeId: string,
    readonly name: string,
    readonly bootId: string,
    /** The addresses of its two NICs end in this number. */
    private readonly network: number,
    private readonly drives: readonly ScriptedDrive[],
    private readonly socket: Socket<ServerToAgentEvents, AgentToServerEvents>,
  ) {}

  static async enroll(
    api: ApiClient,
    name: string,
    drives: readonly ScriptedDrive[],
    { network = 10, labels = {}, ca }: { network?: number; labels?: Record<string, string>; ca?: string } = {},
  ): Promise<ScriptedAgent> {
    const { token } = await api.call(endpoints.createEnrollmentToken, { body: { labels } });
    const { nodeId, credential } = await api.call(endpoints.enroll, {
      body: { token, name, hostname: name, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL },
    });
    return ScriptedAgent.connect(api.url, { nodeId, name, credential, network, drives, ca });
  }

  /** The agent of an enrolled node. */
  static async connect(url: string, { nodeId, name, credential, network, drives, ca }: ScriptedNode): Promise<ScriptedAgent> {
    const bootId = randomUUID();
    const socket: Socket<ServerToAgentEvents, AgentToServerEvents> = io(`${url}${AGENT_NAMESPACE}`, {
      transports: ['websocket'],
      forceNew: true,
      ...(ca === undefined ? {} : { ca }),
      auth: { nodeId, credential, protocol: AGENT_PROTOCOL, agentVersion: '0.1.0', bootId, instanceId: randomUUID() },
    });
    const agent = new ScriptedAgent(nodeId, name, bootId, network, drives, socket);
    socket.on('assignment', (assignment, ack) => {
      ack({ generation: assignment.generation });
      agent.onAssignment(assignment);
      agent.tell(assignment);
    });
    socket.on('sampling', ({ intervalSeconds }) => {
      agent.samplingSeconds = intervalSeconds;
    });
    socket.on('orphans', ({ orders }) => {
      for (const { id, identity } of orders) {
        void agent.find(agent.orphans.filter((each) => each.identity !== identity));
        socket.emit('orphan', { id, reason: null }, () => undefined);
      }
    });
    socket.on('credential', (offer, ack) => {
      socket.auth = { ...socket.auth, credential: offer.credential };
      ack({ stored: true });
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    await agent.send('inventory', agent.inventory());
    agent.stayConnected();
    return agent;
  }

  /** From now on it reports this answer for an object (by id) or for all objects of a kind; null: done, like all others. */
  answer(idOrKind: string, answer: Answer | null): void {
    if (answer) this.answers.set(idOrKind, answer);
    else this.answers.delete(idOrKind);
    const assignment = this.newest ?? this.current;
    if (assignment) this.tell(assignment);
  }

  private tell(assignment: Assignment): void {
    this.newest = assignment;
    this.reporting ??= this.reportNewest();
  }

  /** Reconnects after a server stops, as an agent does: also after a refusal, with a pause and jitter, and with a full report. */
  private stayConnected(): void {
    const again = () => {
      // Socket.IO reconnects after a lost transport, but not after a server's own `disconnect` or a refused handshake.
      if (!this.closed && !this.socket.active) setTimeout(() => this.socket.connect(), 500 + Math.random() * 1500);
    };
    this.socket.on('disconnect', (reason) => {
      this.losses.push(reason);
      again();
    });
    this.socket.on('connect_error', (error) => {
      this.refusals.push(error.message);
      again();
    });
    this.socket.on('connect', () => {
      this.tellAll().catch((error: Error) => this.refusals.push(error.message));
    });
  }

  private async tellAll(): Promise<void> {
    await this.send('inventory', this.inventory());
    if (this.current) await this.report(this.current, true);
  }

  /** Makes its machine unreachable. */
  async goAway(): Promise<void> {
    this.closed = true;
    await this.reporting;
    this.socket.disconnect();
  }

  /** Reconnects without a restart and sends a full report. */
  comeBack(): void {
    this.closed = false;
    this.socket.connect();
  }

  /** Connects to another server, which it keeps from now on. */
  moveTo(url: string): void {
    // The manager reads it at each attempt; its type has no setter.
    Object.assign(this.socket.io, { uri: `${url}${AGENT_NAMESPACE}` });
    this.socket.disconnect().connect();
  }

  /** From now on its host has exactly these orphans. */
  async find(orphans: readonly Orphan[]): Promise<void> {
    this.orphans = orphans;
    const generation = this.current?.generation ?? 0;
    await this.send('report', { bootId: this.bootId, generation, full: false, objects: [], orphans: [...orphans] });
  }

  /** Sends its report on the newest assignment again. */
  async sayAgain(): Promise<void> {
    if (this.current) await this.report(this.current, false);
  }

  /** Sends statistics of the last second. */
  sample(
    attachments: Sample['attachments'],
    more: Partial<Pick<Sample, 'legs' | 'drives' | 'node' | 'durationMs'>> = {},
  ): Promise<AgentAck> {
    this.sequence += 1;
    const sample = { sequence: this.sequence, durationMs: 1000, endedAgoMs: 0, attachments, legs: [], drives: [], node: null, ...more };
    return this.socket.timeout(30_000).emitWithAck('sample', sample satisfies Sample) as Promise<AgentAck>;
  }

  /** Sends traces of its newest assignment. */
  trace(traces: readonly Omit<Trace, 'generation'>[]): Promise<AgentAck> {
    const generation = this.current?.generation ?? 0;
    const news = { traces: traces.map((trace) => ({ ...trace, generation })) };
    return this.socket.timeout(30_000).emitWithAck('trace', news) as Promise<AgentAck>;
  }

  /** Address of one of its two NICs. */
  addressOn(index: number): string {
    return `10.${index}.${this.network >> 8}.${this.network & 255}`;
  }

  get connected(): boolean {
    return this.socket.connected;
  }

  /** @throws Error when the server refused a report. */
  async close(): Promise<void> {
    this.closed = true;
    this.socket.off('assignment');
    await this.reporting;
    this.socket.close();
  }

  private async reportNewest(): Promise<void> {
    while (this.newest && this.socket.connected) {
      this.current = this.newest;
      this.newest = undefined;
      try {
        await this.report(this.current, false);
      } catch (error) {
        if (this.socket.connected) throw error;
        break; // the connection broke: the next one starts with a full report
      }
      await sleep(200);
    }
    this.reporting = undefined;
  }

  private async send(event: 'inventory' | 'report', message: unknown): Promise<void> {
    const answer = (await this.socket.timeout(30_000).emitWithAck(event, message as never)) as AgentAck;
    if (!answer.ok) throw new Error(`${this.name}: ${event} was refused: ${answer.code} ${answer.detail}`);
  }

  private async report(assignment: Assignment, full: boolean): Promise<void> {
    const objects = statusesOf(assignment, this.drives, this.answers).map((status) => this.say(status));
    if (objects.length > 0)
      await this.send('report', { bootId: this.bootId, generation: assignment.generation, full, objects, orphans: null });
  }

  private inventory(): Inventory {
    return {
      agentVersion: '0.1.0',
      hostname: this.name,
      kernel: 'scripted',
      bootId: this.bootId,
      distribution: 'scripted',
      cpu: { model: 'scripted', sockets: 1, cores: 1, threads: 1 },
      memoryBytes: 2 ** 30,
      nics: [0, 1].map((index) => ({
        name: `eth${index + 1}`,
        macAddress: `52:54:00:00:00:0${index + 1}`,
        speedBitsPerSecond: 1e11,
        mtuBytes: 4200,
        up: true,
        rdmaDevice: `mlx5_${index}`,
        numaNode: index,
        addresses: [`${this.addressOn(index)}/16`],
        pciAddress: null,
      })),
      drives: this.drives.map(
        ({
          serial,
          sizeBytes,
          model = 'scripted',
          contents = [],
          numaNode = 0,
          pciAddress = null,
          smart = null,
          weftDriveId = null,
          sanitize,
        }) => ({
          ...(sanitize ? { sanitize } : {}),
          serial,
          nsid: 1,
          model,
          firmware: '1',
          wwid: null,
          sizeBytes,
          logicalBlockBytes: 512,
          pciAddress,
          numaNode,
          contents,
          weftDriveId,
          inUse: false,
          smart,
        }),
      ),
      capabilities: { rdma: true, nvmet: true, nvmeAuthentication: false },
    };
  }
}
