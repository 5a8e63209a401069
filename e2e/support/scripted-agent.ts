import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_NAMESPACE, type AgentAck, type AgentToServerEvents, type ServerToAgentEvents } from '@weft/shared/messages/agent-link';
import type { Assignment } from '@weft/shared/messages/assignment';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { ObjectStatus } from '@weft/shared/messages/report';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { io, type Socket } from 'socket.io-client';
import type { ApiClient } from './api-client.js';
import { type ScriptedDrive, statusesOf } from './scripted-status.js';

/**
 * The other end of the agents' socket for tests of servers: enrolls as an agent does and says that whatever it is told has been done.
 * It has no host behind it. `refuse` makes it say something else.
 */
export class ScriptedAgent {
  /** Only the newest assignment matters; it is reported on when the report before was answered, and not more often than a real agent would. */
  private newest: Assignment | undefined;
  private reporting: Promise<void> | undefined;
  private last: Assignment | undefined;
  private readonly refuses = new Map<string, Pick<ObjectStatus, 'state' | 'reason'>>();

  private constructor(
    readonly nodeId: string,
    private readonly name: string,
    private readonly bootId: string,
    private readonly drives: readonly ScriptedDrive[],
    private readonly socket: Socket<ServerToAgentEvents, AgentToServerEvents>,
  ) {}

  static async enroll(
    api: ApiClient,
    name: string,
    drives: readonly ScriptedDrive[],
    network = 10,
    labels: Record<string, string> = {},
  ): Promise<ScriptedAgent> {
    const { token } = await api.call(endpoints.createEnrollmentToken, { body: { labels } });
    const { nodeId, credential } = await api.call(endpoints.enroll, {
      body: { token, name, hostname: name, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL },
    });
    const bootId = randomUUID();
    const socket: Socket<ServerToAgentEvents, AgentToServerEvents> = io(`${api.url}${AGENT_NAMESPACE}`, {
      transports: ['websocket'],
      auth: { nodeId, credential, protocol: AGENT_PROTOCOL, agentVersion: '0.1.0', bootId },
    });
    const agent = new ScriptedAgent(nodeId, name, bootId, drives, socket);
    socket.on('assignment', (assignment, ack) => {
      ack({ generation: assignment.generation });
      agent.last = assignment;
      agent.tell(assignment);
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    await agent.send('inventory', agent.inventory(network));
    return agent;
  }

  /** From now on this is what it says of an object (by id) or of all of a kind; null: that it is done, as of the others. */
  refuse(idOrKind: string, answer: Pick<ObjectStatus, 'state' | 'reason'> | null): void {
    if (answer) this.refuses.set(idOrKind, answer);
    else this.refuses.delete(idOrKind);
    if (this.last) this.tell(this.last);
  }

  private tell(assignment: Assignment): void {
    this.newest = assignment;
    this.reporting ??= this.reportNewest();
  }

  /** @throws whatever the server refused of what it was told. */
  async close(): Promise<void> {
    this.socket.off('assignment');
    await this.reporting;
    this.socket.close();
  }

  private async reportNewest(): Promise<void> {
    while (this.newest && this.socket.connected) {
      const assignment = this.newest;
      this.newest = undefined;
      await this.report(assignment);
      await sleep(200);
    }
    this.reporting = undefined;
  }

  private async send(event: 'inventory' | 'report', message: unknown): Promise<void> {
    const answer = (await this.socket.timeout(30_000).emitWithAck(event, message as never)) as AgentAck;
    if (!answer.ok) throw new Error(`${this.name}: ${event} was refused: ${answer.code} ${answer.detail}`);
  }

  private async report({ generation, content }: Assignment): Promise<void> {
    const objects = statusesOf(generation, content, this.drives, this.refuses);
    if (objects.length > 0) await this.send('report', { bootId: this.bootId, generation, full: false, objects, orphans: null });
  }

  private inventory(network: number): Inventory {
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
        addresses: [`10.0.${index}.${network}/24`],
        pciAddress: null,
      })),
      drives: this.drives.map(({ serial, sizeBytes, model = 'scripted', contents = [], numaNode = 0 }) => ({
        serial,
        nsid: 1,
        model,
        firmware: '1',
        sizeBytes,
        logicalBlockBytes: 512,
        pciAddress: null,
        numaNode,
        contents,
        weftDriveId: null,
        inUse: false,
        smart: null,
      })),
      capabilities: { rdma: true, nvmet: true, nvmeAuthentication: false },
    };
  }
}
