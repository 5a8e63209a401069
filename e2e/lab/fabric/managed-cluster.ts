/** Machines that one or several servers of Weft manage: how they become nodes, and how a test asks for them. */
import { fileURLToPath } from 'node:url';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Node } from '@weft/shared/kinds/node';
import { type ApiClient, until } from '../../support/api-client.js';
import type { MachineFiles } from '../image/initramfs.js';
import type { Cluster } from '../machines/cluster.js';
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
export const filesOf =
  (bundle: string) =>
  ({ name }: MachineSpec): MachineFiles =>
    /^[tc]/.test(name) ? agentFiles(bundle) : {};

/** Lab machines are about 20 times slower than hardware: shorter keep-alives expire without a fault. */
export const slowMachines = { keepAliveSeconds: 30, fastIoFailSeconds: 30, nodeLostAfterSeconds: 10, maxIoQueues: 1 };

export const storageNetworks = ({ networks }: Cluster): { name: string; cidrs: string[] }[] =>
  networks.map((_, index) => ({ name: `storage-${index + 1}`, cidrs: [`10.10.${index + 1}.0/24`] }));

export abstract class ManagedCluster {
  constructor(readonly cluster: Cluster) {}

  /** At a server that runs. */
  abstract readonly api: ApiClient;

  /** URL of a server for guests. */
  abstract get guestUrl(): string;

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

  async startAgent(machine: Machine): Promise<void> {
    await machine.run('setsid /etc/weft/boot.d/weft-agent < /dev/null >> /var/log/weft-agent.log 2>&1 &');
  }

  /** Sends SIGKILL to the agent, like a crash. */
  async killAgent(machine: Machine): Promise<void> {
    await machine.run('pkill -KILL -f "[w]eft-agent.mjs run"');
  }

  /** Stops the agent, replaces its program and starts it. */
  async replaceAgent(machine: Machine, bundle: Buffer): Promise<void> {
    const { since } = (await this.node(machine.name)).connection;
    await machine.writeFile(agentPath, bundle, 0o755);
    await machine.run('pkill -TERM -f "[w]eft-agent.mjs run"; while pgrep -f "[w]eft-agent.mjs run" > /dev/null; do sleep 0.2; done');
    await this.startAgent(machine);
    await until(`the new agent of ${machine.name}`, 120, async () => {
      const { connection } = await this.node(machine.name);
      return connection.state === 'online' && connection.since !== since ? true : undefined;
    });
  }

  /** Agents on emulated machines beside other work needed more than a minute for their first inventory. */
  online(name: string, timeoutSeconds = 180): Promise<Node> {
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
}
