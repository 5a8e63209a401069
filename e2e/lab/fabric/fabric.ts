/**
 * A Weft cluster on the lab's machines: MongoDB and a server on this host, and an agent in every machine, enrolled as a person does it.
 *   startFabric({directory, …}): Promise<Fabric>       fabric.close()
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Node } from '@weft/shared/kinds/node';
import type { SettingsUpdate } from '@weft/shared/kinds/settings';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { LAB_SCRAPE_TOKEN } from '../../support/agent-scrape-token.js';
import { type ApiClient, until } from '../../support/api-client.js';
import { ServerProcess } from '../../support/server-process.js';
import type { MachineFiles } from '../image/initramfs.js';
import { type Cluster, hostAddress, startCluster } from '../machines/cluster.js';
import type { Machine } from '../machines/machine.js';
import type { MachineSpec } from '../machines/machine-spec.js';

export const agentPath = '/usr/lib/weft/weft-agent.mjs';
const agentCommand = fileURLToPath(new URL('../../../packages/agent/packaging/weft-agent', import.meta.url));
export const agentBundle = fileURLToPath(new URL('../../../packages/agent/dist/weft-agent.mjs', import.meta.url));

/** Starts the agent at boot once the machine is enrolled. */
const bootScript = `#!/bin/sh
[ -e /etc/weft/agent.json ] || exit 0
exec weft-agent run
`;

const agentFiles = (bundle: string): MachineFiles => ({
  [agentPath]: { from: bundle, mode: 0o755 },
  '/usr/bin/weft-agent': { from: agentCommand, mode: 0o755 },
  '/etc/weft/boot.d/weft-agent': { content: bootScript, mode: 0o755 },
});

/** Full Debian machines get the agent from its package. Rescue machines (r…) have no Weft software. */
const filesOf =
  (bundle: string) =>
  ({ name }: MachineSpec): MachineFiles =>
    /^[tc]/.test(name) ? agentFiles(bundle) : {};

/** Lab machines are about 20 times slower than hardware: shorter keep-alives expire without a fault. */
const slowMachines = { keepAliveSeconds: 30, fastIoFailSeconds: 30, nodeLostAfterSeconds: 10, maxIoQueues: 1 };

export interface FabricOptions {
  /** Directory of disks, sockets, logs and the database. */
  directory: string;
  targets?: number;
  clients?: number;
  drivesPerTarget?: number;
  port?: number;
  /** Environment of the server, in addition to the variables that it needs to run. */
  environment?: Record<string, string>;
  /** Programs of another tree to begin with; default: those of this one. */
  programs?: { server: string; agent: string };
  /** Override those of `slowMachines`. */
  settings?: SettingsUpdate;
  /** Prints progress. */
  say?(line: string): void;
}

export class Fabric {
  constructor(
    readonly cluster: Cluster,
    readonly mongo: MongoReplicaSet,
    readonly server: ServerProcess,
    readonly api: ApiClient,
  ) {}

  machine(name: string): Machine {
    return this.cluster.machine(name);
  }

  /** Machines that are nodes of the cluster; rescue machines are not. */
  get nodes(): Machine[] {
    return this.cluster.machines.filter(({ name }) => !name.startsWith('r'));
  }

  async node(name: string): Promise<Node> {
    const { items } = await this.api.call(endpoints.listNodes, { query: { name } });
    const [node] = items;
    if (!node) throw new Error(`there is no node ${name}`);
    return node;
  }

  /** Enrolls the machine under its own name and starts its agent. */
  async join(machine: Machine): Promise<void> {
    await this.enroll(machine);
    await this.startAgent(machine);
  }

  async enroll(machine: Machine): Promise<void> {
    const { token } = await this.api.call(endpoints.createEnrollmentToken, { body: { description: `lab machine ${machine.name}` } });
    await machine.run(['weft-agent', 'enroll', '--server', this.guestUrl, '--token', token, '--name', machine.name, '--insecure-http'], {
      timeoutSeconds: 60,
    });
  }

  /** The server's URL for guests. */
  get guestUrl(): string {
    return `http://${hostAddress}:${this.server.port}`;
  }

  async startAgent(machine: Machine): Promise<void> {
    await machine.run('setsid /etc/weft/boot.d/weft-agent < /dev/null >> /var/log/weft-agent.log 2>&1 &');
  }

  /** Sends SIGKILL to the agent, like a crash. */
  async killAgent(machine: Machine): Promise<void> {
    await machine.run('pkill -KILL -f "[w]eft-agent.mjs run"');
  }

  online(name: string, timeoutSeconds = 60): Promise<Node> {
    return until(`node ${name} online with its inventory`, timeoutSeconds, async () => {
      const node = await this.node(name);
      return node.connection.state === 'online' && node.kernel !== null ? node : undefined;
    });
  }

  lost(name: string, timeoutSeconds = 60): Promise<Node> {
    return until(`node ${name} lost`, timeoutSeconds, async () => {
      const node = await this.node(name);
      return node.connection.state === 'lost' ? node : undefined;
    });
  }

  async close(): Promise<void> {
    await this.server.stop();
    await this.cluster.close();
    await this.mongo.stop();
  }
}

async function startServer({
  directory,
  port,
  environment,
  programs,
}: FabricOptions): Promise<{ mongo: MongoReplicaSet; server: ServerProcess }> {
  const mongo = await startMongo({ members: 1, dir: join(directory, 'mongodb') });
  const server = await ServerProcess.start({
    directory: join(directory, 'server'),
    mongoUri: mongo.uri,
    ...(port === undefined ? {} : { port }),
    ...(programs ? { program: programs.server } : {}),
    environment: { WEFT_SCRAPE_TOKEN: LAB_SCRAPE_TOKEN, ...environment },
  });
  return { mongo, server };
}

export async function startFabric(options: FabricOptions): Promise<Fabric> {
  const say = options.say ?? (() => undefined);
  const { directory, targets = 3, clients = 2, drivesPerTarget = 2, programs } = options;
  say('Starting MongoDB, the server and the machines');
  const [{ mongo, server }, cluster] = await Promise.all([
    startServer(options),
    startCluster({
      workDirectory: join(directory, 'machines'),
      targets,
      clients,
      drivesPerTarget,
      files: filesOf(programs?.agent ?? agentBundle),
    }),
  ]);
  const api = await server.administrator();
  const fabric = new Fabric(cluster, mongo, server, api);
  const settings = await api.call(endpoints.getSettings);
  const storageNetworks = cluster.networks.map((_, index) => ({ name: `storage-${index + 1}`, cidrs: [`10.10.${index + 1}.0/24`] }));
  await api.call(endpoints.updateSettings, { body: { storageNetworks, ...slowMachines, ...options.settings }, ifMatch: settings.version });
  say('Enrolling the machines');
  await Promise.all(cluster.machines.map((machine) => fabric.join(machine)));
  await Promise.all(cluster.machines.map((machine) => fabric.online(machine.name)));
  return fabric;
}
