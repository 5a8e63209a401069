import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Enrolled } from '@weft/shared/kinds/access/enrollment-token';
import {
  AGENT_NAMESPACE,
  type AgentAck,
  type AgentToServerEvents,
  type Journal,
  type ServerToAgentEvents,
} from '@weft/shared/links/agent-link';
import type { Assignment, DriveAssignment } from '@weft/shared/messages/assignment';
import type { PreflightOrder } from '@weft/shared/messages/host-facts';
import type { DriveInventory, Inventory } from '@weft/shared/messages/inventory';
import type { OrphanOrder } from '@weft/shared/messages/orphan-orders';
import type { DriveStatus, ObjectStatus, Report } from '@weft/shared/messages/report';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { io, type Socket } from 'socket.io-client';
import type { TestServer } from './app.js';

type ClientSocket = Socket<ServerToAgentEvents, AgentToServerEvents>;

export const driveInventory = (serial: string, more: Partial<DriveInventory> = {}): DriveInventory => ({
  serial,
  nsid: 1,
  model: 'Fake 1T',
  firmware: '1.0',
  wwid: null,
  sizeBytes: 2 ** 40,
  logicalBlockBytes: 512,
  pciAddress: '0000:01:00.0',
  numaNode: 0,
  contents: [],
  weftDriveId: null,
  inUse: false,
  smart: null,
  ...more,
});

/** An agent's status of a drive; by default the assignment is done. */
export function driveStatus(drive: DriveAssignment, generation: number, more: Partial<DriveStatus> = {}): DriveStatus {
  const group = drive.desired === 'in-service';
  const bytes = group ? 2 ** 40 - 2 ** 22 : 0;
  const observed = {
    present: true,
    volumeGroup: group,
    sizeBytes: bytes,
    freeBytes: bytes,
    largestFreeBytes: bytes,
    wipedOrderId: drive.wipe?.orderId ?? null,
  };
  return { kind: 'drive', id: drive.driveId, generation, state: 'done', reason: null, observed, ...more };
}

/** Acts as an agent towards a server under test, without a machine behind it. It accepts every assignment. */
export class FakeAgent {
  readonly assignments: Assignment[] = [];
  readonly closings: { code: string; detail: string }[] = [];
  /** Sampling intervals that it received, seconds. */
  readonly samplings: number[] = [];
  /** Subsystems that were reported as reachable again. */
  readonly reachable: string[] = [];
  /** Credentials that it received. */
  readonly credentials: string[] = [];
  /** How it answers a new credential: stored, refused, or disconnects before it answers. */
  onCredential: 'stored' | 'refused' | 'gone' = 'stored';
  /** Its answer to a request for its journal; undefined: none, as of an earlier version. */
  journal: Journal | undefined;
  /** Orders to remove orphans that were open when the server last told. */
  orphanOrders: readonly OrphanOrder[] = [];
  /** Orders of preflight runs that it received. */
  readonly preflightOrders: PreflightOrder[] = [];
  private socket: ClientSocket | undefined;
  bootId = 'boot-1';

  private constructor(
    readonly identity: Enrolled,
    private readonly instanceId: string = randomUUID(),
  ) {}

  static async enroll(server: TestServer, name: string, labels: Record<string, string> = {}): Promise<FakeAgent> {
    const { token } = await server.adminClient.call(endpoints.createEnrollmentToken, {
      body: { description: '', labels, expiresInSeconds: 600 },
    });
    const body = { token, name, hostname: `${name}.test`, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL };
    return new FakeAgent(await server.anonymous.call(endpoints.enroll, { body }));
  }

  get nodeId(): string {
    return this.identity.nodeId;
  }
  get isConnected(): boolean {
    return this.socket?.connected ?? false;
  }
  get newest(): Assignment | undefined {
    return this.assignments.at(-1);
  }

  /** The same agent again, as after a lost connection. */
  twin(): FakeAgent {
    return new FakeAgent(this.identity, this.instanceId);
  }

  /** Another agent with this one's identity, as after its credential was stolen. */
  clone(): FakeAgent {
    return new FakeAgent(this.identity);
  }

  /** The same node with another credential. */
  renewed(identity: Enrolled): FakeAgent {
    return new FakeAgent(identity);
  }

  /** @throws Error the server's refusal, with its code in `data.code`. */
  async connect(url: string, auth: Record<string, unknown> = {}, extraHeaders: Record<string, string> = {}): Promise<void> {
    const handshake = {
      nodeId: this.nodeId,
      credential: this.identity.credential,
      protocol: AGENT_PROTOCOL,
      agentVersion: '0.1.0',
      bootId: this.bootId,
      instanceId: this.instanceId,
      ...auth,
    };
    const socket: ClientSocket = io(url + AGENT_NAMESPACE, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: handshake,
      extraHeaders,
    });
    this.socket = socket;
    socket.on('assignment', (assignment, ack) => {
      this.assignments.push(assignment);
      ack({ generation: assignment.generation });
    });
    socket.on('credential', ({ credential }, ack) => {
      this.credentials.push(credential);
      if (this.onCredential === 'gone') socket.disconnect();
      else ack({ stored: this.onCredential === 'stored' });
    });
    socket.on('closing', (reason) => this.closings.push(reason));
    socket.on('sampling', ({ intervalSeconds }) => this.samplings.push(intervalSeconds));
    socket.on('journal', (_order, ack) => this.journal && ack(this.journal));
    socket.on('orphans', ({ orders }) => {
      this.orphanOrders = orders;
    });
    socket.on('preflight', (order) => this.preflightOrders.push(order));
    socket.on('reachable', ({ subsystemNqns }) => this.reachable.push(...subsystemNqns));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
  }

  disconnect(): void {
    this.socket?.disconnect();
  }

  /** Sends any event, also invalid ones. */
  send(event: string, message: unknown): Promise<AgentAck> {
    if (!this.socket) throw new Error('connect first');
    return this.socket.timeout(10_000).emitWithAck(event as 'report', message as never) as Promise<AgentAck>;
  }

  inventory(drives: DriveInventory[], more: Partial<Inventory> = {}): Promise<AgentAck> {
    const capabilities = { rdma: true, nvmet: true, nvmeAuthentication: true };
    const cpu = { model: 'Fake', sockets: 1, cores: 4, threads: 8 };
    const host = {
      agentVersion: '0.1.0',
      hostname: this.identity.name,
      kernel: '6.12',
      bootId: this.bootId,
      distribution: 'Debian 13',
      cpu,
      memoryBytes: 2 ** 34,
      nics: [],
      capabilities,
    };
    return this.send('inventory', { ...host, drives, ...more } satisfies Inventory);
  }

  report(
    objects: ObjectStatus[],
    more: Partial<Pick<Report, 'full' | 'generation' | 'bootId' | 'orphans' | 'held' | 'lossId'>> = {},
  ): Promise<AgentAck> {
    return this.send('report', {
      bootId: this.bootId,
      generation: this.newest?.generation ?? 0,
      full: false,
      objects,
      orphans: null,
      ...more,
    });
  }

  /** Reports every drive of its newest assignment as done, changed by `change`. */
  reportDrives(change: Partial<DriveStatus> = {}): Promise<AgentAck> {
    const { content, generation } = this.newest ?? { content: { drives: [] }, generation: 0 };
    return this.report(content.drives.map((drive) => driveStatus(drive, generation, change)));
  }
}
