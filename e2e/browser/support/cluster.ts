import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { VolumeCreate } from '@weft/shared/kinds/volume';
import { TiB } from '@weft/shared/units';
import type { ApiClient } from '../../support/api-client.js';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import type { ScriptedDrive } from '../../support/scripted-statuses.js';
import { ServerProcess } from '../../support/server-process.js';

export const PASSWORD = 'correct horse battery';
export const DRIVE_BYTES = 2.4e12;
/** Encrypts the secrets of channels. */
export const SECRETS_KEY = '5'.repeat(64);

/** A server process with its own database, scripted agents as nodes, and a user of each role. */
export class Cluster {
  readonly agents = new Map<string, ScriptedAgent>();
  private readonly volumeNames = new Set<string>();

  private constructor(
    readonly server: ServerProcess,
    readonly admin: ApiClient,
    /** Name of its database. */
    readonly database: string,
    private readonly directory: string,
  ) {}

  static async start(mongoUri: string, environment: Record<string, string> = {}): Promise<Cluster> {
    const directory = await mkdtemp(join(tmpdir(), 'weft-browser-'));
    const database = `weft_browser_${randomBytes(6).toString('hex')}`;
    const server = await ServerProcess.start({
      directory,
      mongoUri,
      database,
      environment: { WEFT_LOG_LEVEL: 'warn', WEFT_SECRETS_KEY: SECRETS_KEY, ...environment },
    });
    const admin = await server.administrator();
    for (const [name, role] of [
      ['olga', 'operator'],
      ['vera', 'viewer'],
    ] as const)
      await admin.call(endpoints.createUser, { body: { name, role, password: PASSWORD } });
    const { user } = await admin.call(endpoints.session);
    await admin.call(endpoints.updateUser, { params: { id: user.id }, ifMatch: user.version, body: { password: PASSWORD } });
    await admin.login('admin', PASSWORD);
    return new Cluster(server, admin, database, directory);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.close()));
    // Nobody uses the cluster or its database any more: no reason to wait for an orderly end.
    await this.server.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  async node(name: string, drives: readonly ScriptedDrive[] = [], labels: Record<string, string> = {}): Promise<ScriptedAgent> {
    const agent = await ScriptedAgent.enroll(this.admin, name, drives, { network: 10 + this.agents.size, labels });
    this.agents.set(name, agent);
    return agent;
  }

  /** Three targets with two drives each in service, two clients, two storage networks and a class of all drives. */
  async furnish({ drivesOfEach = 3 } = {}): Promise<void> {
    await this.storageNetworks();
    for (const [index, name] of ['n1', 'n2', 'n3'].entries()) {
      const drives = Array.from({ length: drivesOfEach }, (_, slot) => ({
        serial: `S4YNNE0R${index + 1}0${slot + 1}`,
        sizeBytes: DRIVE_BYTES,
        model: 'Micron_9100_MTFDHAX2T4MCF',
        numaNode: slot % 2,
        // The last drive of n1 has old contents. The last drive of each node is not taken into service.
        ...(slot === drivesOfEach - 1 && index === 0 ? { contents: ['ext4 filesystem "old-data"'] } : {}),
      }));
      await this.node(name, drives, { rack: `r${index + 1}` });
    }
    await this.node('c1', [], { rack: 'r1' });
    await this.node('c2', [], { rack: 'r2' });
    const { items } = await this.admin.call(endpoints.listDrives, { query: { state: 'available', limit: 200 } });
    const taken = items.filter(({ serial }) => !serial.endsWith(`0${drivesOfEach}`));
    const jobs = await Promise.all(
      taken.map((drive) => this.admin.call(endpoints.takeDrive, { params: { id: drive.id }, ifMatch: drive.version })),
    );
    for (const { job } of jobs) await this.admin.done(job.id);
    await this.admin.call(endpoints.createDriveClass, {
      body: { name: 'fast', description: 'All drives of the three targets', members: { by: 'selector', selector: {} } },
    });
  }

  private async storageNetworks(): Promise<void> {
    const settings = await this.admin.call(endpoints.getSettings);
    const storageNetworks = [
      { name: 'left', cidrs: ['10.0.0.0/24'] },
      { name: 'right', cidrs: ['10.1.0.0/24'] },
    ];
    await this.admin.call(endpoints.updateSettings, { ifMatch: settings.version, body: { storageNetworks } });
  }

  /**
   * Makes a volume that can be attached.
   * @throws Error when an earlier test has made a volume of this name: the API would return that volume in its current state.
   */
  async volume(name: string, spec: Partial<VolumeCreate> = {}): Promise<string> {
    if (this.volumeNames.has(name)) throw new Error(`Another test of this cluster has a volume ${name}: give this one a name of its own`);
    this.volumeNames.add(name);
    const { items } = await this.admin.call(endpoints.listDriveClasses, { query: { name: 'fast' } });
    const body = { name, sizeBytes: TiB, protection: 'raid10' as const, driveClassId: items[0]?.id ?? '', ...spec };
    const { volume, job } = await this.admin.call(endpoints.createVolume, { body });
    await this.admin.done(job.id);
    return volume.id;
  }

  async attach(volumeId: string, client: string): Promise<void> {
    const nodeId = this.agents.get(client)?.nodeId ?? '';
    const { job } = await this.admin.call(endpoints.createAttachment, { body: { volumeId, nodeId } });
    await this.admin.done(job.id);
  }
}
