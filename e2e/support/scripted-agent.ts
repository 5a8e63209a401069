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

export interface ScriptedDrive {
  serial: string;
  sizeBytes: number;
}

/**
 * The other end of the agents' socket for tests of servers: enrolls as an agent does and says that whatever it is told has been done.
 * It has no host behind it.
 */
export class ScriptedAgent {
  /** Only the newest assignment matters; it is reported on when the report before was answered, and not more often than a real agent would. */
  private newest: Assignment | undefined;
  private reporting: Promise<void> | undefined;

  private constructor(
    readonly nodeId: string,
    private readonly name: string,
    private readonly drives: readonly ScriptedDrive[],
    private readonly socket: Socket<ServerToAgentEvents, AgentToServerEvents>,
  ) {}

  static async enroll(api: ApiClient, name: string, drives: readonly ScriptedDrive[], network = 10): Promise<ScriptedAgent> {
    const { token } = await api.call(endpoints.createEnrollmentToken, { body: {} });
    const { nodeId, credential } = await api.call(endpoints.enroll, {
      body: { token, name, hostname: name, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL },
    });
    const bootId = randomUUID();
    const socket: Socket<ServerToAgentEvents, AgentToServerEvents> = io(`${api.url}${AGENT_NAMESPACE}`, {
      transports: ['websocket'],
      auth: { nodeId, credential, protocol: AGENT_PROTOCOL, agentVersion: '0.1.0', bootId },
    });
    const agent = new ScriptedAgent(nodeId, name, drives, socket);
    socket.on('assignment', (assignment, ack) => {
      ack({ generation: assignment.generation });
      agent.newest = assignment;
      agent.reporting ??= agent.reportNewest(bootId);
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    await agent.send('inventory', agent.inventory(bootId, network));
    return agent;
  }

  /** @throws whatever the server refused of what it was told. */
  async close(): Promise<void> {
    this.socket.off('assignment');
    await this.reporting;
    this.socket.close();
  }

  private async reportNewest(bootId: string): Promise<void> {
    while (this.newest && this.socket.connected) {
      const assignment = this.newest;
      this.newest = undefined;
      await this.report(bootId, assignment);
      await sleep(200);
    }
    this.reporting = undefined;
  }

  private async send(event: 'inventory' | 'report', message: unknown): Promise<void> {
    const answer = (await this.socket.timeout(30_000).emitWithAck(event, message as never)) as AgentAck;
    if (!answer.ok) throw new Error(`${this.name}: ${event} was refused: ${answer.code} ${answer.detail}`);
  }

  private async report(bootId: string, { generation, content }: Assignment): Promise<void> {
    const base = { generation, state: 'done' as const, reason: null };
    const objects: ObjectStatus[] = [
      ...content.drives.map((drive): ObjectStatus => {
        const sizeBytes = this.drives.find(({ serial }) => serial === drive.serial)?.sizeBytes ?? 0;
        const inService = drive.desired === 'in-service';
        return {
          kind: 'drive',
          id: drive.driveId,
          ...base,
          observed: {
            present: true,
            volumeGroup: inService,
            sizeBytes,
            freeBytes: sizeBytes,
            largestFreeBytes: sizeBytes,
            wipedOrderId: drive.wipe?.orderId ?? null,
          },
        };
      }),
      ...content.legs.map((leg): ObjectStatus => {
        const present = leg.desired === 'present';
        return { kind: 'leg', id: leg.legId, ...base, observed: { present, wiped: present, open: false, sizeBytes: leg.sizeBytes } };
      }),
    ];
    if (objects.length > 0) await this.send('report', { bootId, generation, full: false, objects, orphans: null });
  }

  private inventory(bootId: string, network: number): Inventory {
    return {
      agentVersion: '0.1.0',
      hostname: this.name,
      kernel: 'scripted',
      bootId,
      distribution: 'scripted',
      cpu: { model: 'scripted', sockets: 1, cores: 1, threads: 1 },
      memoryBytes: 2 ** 30,
      nics: [
        {
          name: 'eth1',
          macAddress: '52:54:00:00:00:01',
          speedBitsPerSecond: 1e11,
          mtuBytes: 4200,
          up: true,
          rdmaDevice: 'mlx5_0',
          numaNode: 0,
          addresses: [`10.0.0.${network}/24`],
          pciAddress: null,
        },
      ],
      drives: this.drives.map(({ serial, sizeBytes }) => ({
        serial,
        nsid: 1,
        model: 'scripted',
        firmware: '1',
        sizeBytes,
        logicalBlockBytes: 512,
        pciAddress: null,
        numaNode: 0,
        contents: [],
        weftDriveId: null,
        inUse: false,
        smart: null,
      })),
      capabilities: { rdma: true, nvmet: true, nvmeAuthentication: false },
    };
  }
}
