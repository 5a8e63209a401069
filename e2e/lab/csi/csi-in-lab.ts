/** The built CSI driver in lab machines: its controller on this host, its node service on the clients. */
import { readFile } from 'node:fs/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { until } from '../../support/api-client.js';
import { builtDriver, type Called, csiSanity } from '../../support/csi-driver.js';
import type { Fabric } from '../fabric/fabric.js';

const program = '/usr/lib/weft/weft-csi.mjs';
const endpoint = 'unix:///run/csi.sock';

/** A node service in a machine, with a controller service beside it. */
export class LabDriver {
  private constructor(
    private readonly fabric: Fabric,
    readonly client: string,
  ) {}

  static async start(fabric: Fabric, client: string): Promise<LabDriver> {
    const machine = fabric.machine(client);
    await machine.writeFile(program, await readFile(builtDriver), 0o755);
    const { token } = await fabric.api.call(endpoints.createApiToken, {
      body: { name: `csi-${client}`, role: 'operator', expiresInDays: 1 },
    });
    await machine.writeFile('/etc/weft/csi-token', token, 0o600);
    const words = `--endpoint ${endpoint} --server ${fabric.guestUrl} --token-file /etc/weft/csi-token --node ${client} --state-dir /var/lib/weft-csi`;
    await machine.run(`setsid node ${program} ${words} < /dev/null >> /var/log/weft-csi.log 2>&1 &`);
    const driver = new LabDriver(fabric, client);
    await until(`the CSI driver on ${client}`, 120, async () => ('ok' in (await driver.call('Identity/Probe')) ? true : undefined));
    return driver;
  }

  async call(name: string, request: object = {}): Promise<Called> {
    const words = ['node', program, 'call', '--endpoint', endpoint, name, JSON.stringify(request)];
    const { code, stdout, stderr } = await this.fabric.machine(this.client).exec(words, { timeoutSeconds: 300 });
    if (code === 0) return { ok: JSON.parse(stdout) as Record<string, unknown> };
    const [, refusal = '', message = stderr] = /^(\w+): (.*)/s.exec(stderr) ?? [];
    return { code: refusal, message: message.trim() };
  }

  /** Repeats what is still going on, as an orchestrator does: emulated machines are slow. */
  async ok<T>(name: string, request: object = {}): Promise<T> {
    return until(`${name} on ${this.client}`, 300, async () => {
      const called = await this.call(name, request);
      if ('ok' in called) return called.ok as T;
      if (['ABORTED', 'DEADLINE_EXCEEDED', 'UNAVAILABLE'].includes(called.code)) return undefined;
      throw new Error(`${name}: ${called.code}: ${called.message}`);
    });
  }

  run(script: string): Promise<string> {
    return this.fabric.machine(this.client).run(script, { timeoutSeconds: 300 });
  }

  /** @returns the output of csi-sanity in the machine */
  async sanity(words: readonly string[]): Promise<string> {
    const machine = this.fabric.machine(this.client);
    await machine.writeFile('/usr/bin/csi-sanity', await readFile(csiSanity), 0o755);
    await machine.writeFile('/tmp/parameters.yaml', 'class: all\nprotection: raid1\ntransport: tcp\n');
    const own = ['--csi.endpoint', '/run/csi.sock', '--csi.testvolumeparameters', '/tmp/parameters.yaml', '--ginkgo.no-color'];
    return (await machine.exec(['csi-sanity', ...own, ...words], { timeoutSeconds: 1800 })).stdout;
  }
}
