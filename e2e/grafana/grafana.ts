/** A real Grafana on loopback, with the committed dashboards and provisioning and without a login. It dies with the process that started it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@weft/test-support/free-ports';

const run = promisify(execFile);
const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const HOW_TO =
  'Set WEFT_GRAFANA to the folder of an unpacked Grafana 10 or later (with `bin` and `public`), or to a folder with its archive (grafana-….tar.gz or .tar.zst).';

/** Releases have `bin/grafana`, builds from source `bin/<system>/grafana`. */
const programOf = (home: string): string | undefined =>
  ['bin/grafana', `bin/linux-${process.arch === 'x64' ? 'amd64' : process.arch}/grafana`]
    .map((path) => join(home, path))
    .find((path) => existsSync(path));

/** Unpacks an archive once, into `.cache/grafana`. @returns the folder with `bin` */
async function unpacked(folder: string, archive: string): Promise<string> {
  const into = inRepository(`.cache/grafana/${archive.replace(/\.tar\..+$/, '')}`);
  if (!existsSync(into)) {
    await mkdir(`${into}.new`, { recursive: true });
    await run('tar', ['-xf', join(folder, archive), '-C', `${into}.new`]);
    await rename(`${into}.new`, into);
  }
  const [top = ''] = readdirSync(into);
  return programOf(into) ? into : join(into, top);
}

/** @throws Error that says how to get one */
async function findHome(): Promise<string> {
  const folder = process.env['WEFT_GRAFANA'];
  if (!folder) throw new Error(`WEFT_GRAFANA is not set. ${HOW_TO}`);
  if (programOf(folder)) return folder;
  const archive = existsSync(folder) ? readdirSync(folder).find((name) => /^grafana.*\.tar\.(gz|zst)$/.test(name)) : undefined;
  if (!archive) throw new Error(`WEFT_GRAFANA names ${folder}, which has neither Grafana nor its archive. ${HOW_TO}`);
  return unpacked(folder, archive);
}

/** @returns path of the configuration file */
async function configure(directory: string, port: number, prometheus: string): Promise<string> {
  const provisioning = join(directory, 'provisioning');
  for (const kind of ['datasources', 'dashboards', 'plugins', 'alerting', 'notifiers'])
    await mkdir(join(provisioning, kind), { recursive: true });
  for (const [kind, from, to] of [
    ['datasources', 'http://prometheus:9090', prometheus],
    ['dashboards', '/etc/weft-dashboards', inRepository('dashboards/generated')],
  ] as const) {
    const committed = await readFile(inRepository(`dashboards/grafana/provisioning/${kind}/weft.yml`), 'utf8');
    await writeFile(join(provisioning, kind, 'weft.yml'), committed.replaceAll(from, to));
  }
  const settings = {
    paths: { data: join(directory, 'data'), logs: join(directory, 'log'), plugins: join(directory, 'plugins'), provisioning },
    server: { http_addr: '127.0.0.1', http_port: port },
    analytics: { reporting_enabled: false, check_for_updates: false, check_for_plugin_updates: false },
    'auth.anonymous': { enabled: true, org_role: 'Viewer' },
    database: { wal: true },
  };
  const lines = Object.entries(settings).flatMap(([section, values]) => [
    `[${section}]`,
    ...Object.entries(values).map(([key, value]) => `${key} = ${value}`),
  ]);
  const path = join(directory, 'grafana.ini');
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

export class Grafana {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Resolves when it answers. It is started once more if it ends: SQLite may be locked at the first start. @param directory for data and log */
  static async start(directory: string, prometheus: string): Promise<Grafana> {
    const [home, port] = [await findHome(), await freePort()];
    const config = await configure(directory, port, prometheus);
    const log = join(directory, 'grafana.log');
    for (let attempt = 1; ; attempt++) {
      const grafana = await Grafana.attempt(home, config, log, port);
      if (await grafana.answers()) return grafana;
      await grafana.stop();
      if (attempt === 2) throw new Error(`Grafana does not answer; its log ends:\n${readFileSync(log, 'utf8').slice(-3000)}`);
    }
  }

  private static async attempt(home: string, config: string, logPath: string, port: number): Promise<Grafana> {
    const log = openSync(logPath, 'a');
    const args = ['--pdeathsig', 'KILL', programOf(home) ?? '', 'server', '--homepath', home, '--config', config];
    const child = spawn('setpriv', args, { cwd: home, stdio: ['ignore', log, log] });
    closeSync(log);
    await once(child, 'spawn');
    return new Grafana(child, `http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Its provisioned dashboards are there too. False: it ended, or has not answered within two minutes. */
  private async answers(): Promise<boolean> {
    for (let tries = 0; tries < 240 && !this.hasEnded; tries++) {
      // Nothing listens at first.
      const found = await fetch(`${this.url}/api/search?tag=weft`).catch(() => undefined);
      if (found?.ok && ((await found.json()) as unknown[]).length > 0) return true;
      await sleep(500);
    }
    return false;
  }
}
