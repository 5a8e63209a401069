/** The built CSI driver in the lab: its controller on this host, its node service in the clients. */
import { readFile } from 'node:fs/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { until } from '../../support/api-client.js';
import { builtDriver, type Called, CsiDriver, csiSanity } from '../../support/csi/csi-driver.js';
import { readSanity, reportOf, type SanityRun, sanityArguments } from '../../support/csi/sanity.js';
import type { Fabric } from '../fabric/fabric.js';

const program = '/usr/lib/weft/weft-csi.mjs';
const endpoint = 'unix:///run/csi.sock';
/** What an orchestrator repeats. */
const AGAIN = ['ABORTED', 'DEADLINE_EXCEEDED', 'UNAVAILABLE'];

const tokenOf = async ({ api }: Fabric, name: string): Promise<string> =>
  (await api.call(endpoints.createApiToken, { body: { name, role: 'operator', expiresInDays: 1 } })).token;

/** The controller on this host: what it does needs no emulated processor. */
export class LabController {
  private constructor(private readonly driver: CsiDriver) {}

  static async start(fabric: Fabric, directory: string): Promise<LabController> {
    const token = await tokenOf(fabric, 'csi-controller');
    const words = ['--mode', 'controller'];
    const driver = new CsiDriver({ directory, server: fabric.server.url, token, node: 'none', words, program: builtDriver });
    await driver.start();
    return new LabController(driver);
  }

  call(name: string, request: object): Promise<Called> {
    return this.driver.call(`Controller/${name}`, request);
  }

  /** Repeats what has not ended yet. */
  ok<T>(name: string, request: object): Promise<T> {
    return until(name, 300, async () => {
      const called = await this.call(name, request);
      if ('ok' in called) return called.ok as T;
      if (AGAIN.includes(called.code)) return undefined;
      throw new Error(`${name}: ${called.code}: ${called.message}`);
    });
  }

  stop(): Promise<void> {
    return this.driver.stop();
  }
}

export type NodeCall = readonly [method: string, request?: object];

/** The node service in a machine. Node.js takes ten seconds to start there: calls that follow each other share a process. */
export class LabNode {
  private constructor(
    private readonly fabric: Fabric,
    readonly client: string,
  ) {}

  static async start(fabric: Fabric, client: string): Promise<LabNode> {
    const machine = fabric.machine(client);
    await machine.writeFile(program, await readFile(builtDriver), 0o755);
    await machine.writeFile('/etc/weft/csi-token', await tokenOf(fabric, `csi-${client}`), 0o600);
    const words = `--endpoint ${endpoint} --server ${fabric.guestUrl} --token-file /etc/weft/csi-token --node ${client} --state-dir /var/lib/weft-csi`;
    await machine.run(`setsid node ${program} ${words} < /dev/null >> /var/log/weft-csi.log 2>&1 &`);
    await until(`the CSI driver on ${client}`, 180, async () =>
      (await machine.exec('test -S /run/csi.sock')).code === 0 ? true : undefined,
    );
    return new LabNode(fabric, client);
  }

  /** @returns an answer for each call, up to the first refusal */
  async calls(...calls: readonly NodeCall[]): Promise<Called[]> {
    const input = calls.map(([method, request = {}]) => `Node/${method} ${JSON.stringify(request)}\n`).join('');
    const words = ['node', program, 'call', '--endpoint', endpoint, '-'];
    const { stdout, stderr } = await this.fabric.machine(this.client).exec(words, { timeoutSeconds: 400, input });
    const lines = stdout.split('\n').filter((line) => line !== '');
    if (lines.length === 0) throw new Error(`weft-csi call on ${this.client}: ${stderr}`);
    return lines.map((line) => JSON.parse(line) as Called);
  }

  /** @returns the answers. @throws Error with the refusal */
  async ok(...calls: readonly NodeCall[]): Promise<Record<string, unknown>[]> {
    return (await this.calls(...calls)).map((called, index) => {
      if ('ok' in called) return called.ok;
      throw new Error(`${calls[index]?.[0]} on ${this.client}: ${called.code}: ${called.message}`);
    });
  }

  run(script: string): Promise<string> {
    return this.fabric.machine(this.client).run(script, { timeoutSeconds: 300 });
  }

  /** Runs csi-sanity whole in the machine, with volumes that the driver makes, attaches, formats and mounts there. */
  async sanity(accessType: SanityRun['accessType'], parameters: Record<string, string>): Promise<ReturnType<typeof readSanity>> {
    const machine = this.fabric.machine(this.client);
    const directory = '/var/lib/csi-sanity';
    const sanity = '/usr/bin/csi-sanity';
    await machine.run(`mkdir -p ${directory}`);
    if ((await machine.exec(`test -x ${sanity}`)).code !== 0) await machine.writeFile(sanity, await readFile(csiSanity), 0o755);
    const words = Object.entries(parameters).map(([name, value]) => `${name}: ${value}\n`);
    await machine.writeFile(`${directory}/parameters.yaml`, words.join(''));
    const run: SanityRun = {
      ...{ socket: endpoint, accessType, parameters: `${directory}/parameters.yaml`, directory },
      ...{ sizeBytes: 320 * MiB, largerBytes: 448 * MiB },
    };
    // Its exit code only repeats what the report says.
    const { stdout } = await machine.exec([sanity, ...sanityArguments(run)], { timeoutSeconds: 3600 });
    return readSanity((await machine.readFile(reportOf(run))).toString('utf8'), stdout);
  }
}
