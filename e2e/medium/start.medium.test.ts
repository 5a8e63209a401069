/** `npm start` as a person runs it: a process that gets Ctrl-C. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { freePort } from '@weft/test-support/free-ports';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ApiClient, until } from '../support/api-client.js';
import { initialPassword, passwordFile, StartProcess } from '../support/start-process.js';

let data: string;
let port: number;
let mongodbPort: number;
let running: StartProcess | undefined;

// One folder for all tests: a start is twice as fast when its database exists.
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'weft-start-'));
  port = await freePort();
  mongodbPort = await freePort();
});
afterEach(() => running?.end('SIGTERM'));
afterAll(() => rm(data, { recursive: true, force: true }));

/** `npm start` with this test's data folder and ports. */
function npmStart(...args: string[]): StartProcess {
  running = StartProcess.run({ data, port, mongodbPort }, ...args);
  return running;
}

/** Command lines of processes that name our data folder. */
async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const about = await Promise.all(
    pids.map(async (pid) => {
      try {
        return (await readFile(`/proc/${pid}/cmdline`, 'utf8')) + (await readFile(`/proc/${pid}/environ`, 'utf8'));
      } catch (error) {
        // It ended meanwhile (ESRCH, ENOENT), or belongs to another user (EACCES).
        if (['ESRCH', 'ENOENT', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
        throw error;
      }
    }),
  );
  return about.filter((text) => text.includes(folder)).map((text) => text.split('\0').slice(0, 4).join(' '));
}

const PASSWORD = 'correct horse battery';

async function login(): Promise<ApiClient> {
  const api = new ApiClient(`http://127.0.0.1:${port}`);
  await api.login('admin', PASSWORD);
  return api;
}

/** Logs in with the password that the server made, which has to be changed first. */
async function firstLogin(kind: 'real' | 'simulated'): Promise<ApiClient> {
  const api = new ApiClient(`http://127.0.0.1:${port}`);
  const currentPassword = await initialPassword(data, kind);
  await api.login('admin', currentPassword);
  await api.call(endpoints.changePassword, { body: { currentPassword, newPassword: PASSWORD } });
  return api;
}

test('keeps the data of an empty cluster across Ctrl-C, and leaves no process behind', { timeout: 600_000 }, async () => {
  const first = npmStart('--empty');
  await first.says('ready', 300); // builds, if there is no build yet
  expect((await stat(passwordFile(data, 'real'))).mode & 0o777).toBe(0o600);
  const api = await firstLogin('real');
  // Only the key for secrets of channels stays.
  await until('the password file removed', 10, async () =>
    (await readdir(join(data, 'real'))).join() === 'secrets-key' ? true : undefined,
  );
  expect((await stat(join(data, 'real', 'secrets-key'))).mode & 0o777).toBe(0o600);
  expect((await api.call(endpoints.getSettings)).simulated).toBe(false);
  expect((await api.call(endpoints.listNodes)).total).toBe(0);
  await api.call(endpoints.createUser, { body: { name: 'kept', role: 'viewer', password: PASSWORD } });
  expect(await processesOf(data)).toHaveLength(3);
  expect(await first.end('SIGINT')).toBe(0);
  expect(await processesOf(data)).toEqual([]);

  const second = npmStart('--empty');
  const began = performance.now();
  await second.says('ready', 300);
  console.log(`npm start -- --empty, warm: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const again = await login();
  const kept = new ApiClient(again.url);
  await kept.login('kept', PASSWORD);
  expect(await second.end('SIGTERM')).toBe(0);
  expect(await processesOf(data)).toEqual([]);
});

test('attaches the same volumes after a restart, and does not restore a removed attachment', { timeout: 900_000 }, async () => {
  const first = npmStart();
  await first.says('the simulated cluster is up', 240);
  const api = await firstLogin('simulated');
  expect((await api.call(endpoints.getSettings)).simulated).toBe(true);
  const [, address = ''] = /^ {2}Open +(\S+)$/m.exec(first.output) ?? [];
  expect(await (await fetch(address)).text()).toContain('<title>Weft</title>');
  expect((await api.call(endpoints.listDrives, { query: { state: 'in-service' } })).total).toBe(36);
  const volumes = await api.call(endpoints.listVolumes, { query: { sort: 'name' } });
  expect(volumes.items.map(({ state }) => state)).toEqual(Array(12).fill('available'));
  const { items: attachments, total } = await api.call(endpoints.listAttachments, { query: { state: 'attached' } });
  expect(total).toBe(12);
  expect(new Set(attachments.map(({ node }) => node.name))).toEqual(new Set(['c1', 'c2', 'c3']));
  const [detached] = attachments;
  if (!detached) throw new Error('nothing is attached');
  const detach = async () => {
    const { version } = await api.call(endpoints.getAttachment, { params: { id: detached.id } });
    return (await api.call(endpoints.deleteAttachment, { params: { id: detached.id }, ifMatch: version })).job.id;
  };
  await expect(api.done(await detach())).rejects.toThrow('simulated-application');
  // Its owner reads the refusal and stops it.
  await until('detached', 60, async () => ((await api.finished(await detach())).state === 'failed' ? undefined : true));
  expect(await first.end('SIGINT')).toBe(0);
  expect(await processesOf(data)).toEqual([]);

  const second = npmStart();
  const began = performance.now();
  await second.says('the simulated cluster is up', 300);
  console.log(`npm start, warm: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const again = await login();
  expect((await again.call(endpoints.listVolumes, { query: { sort: 'name' } })).items.map(({ id }) => id)).toEqual(
    volumes.items.map(({ id }) => id),
  );
  const online = () => again.call(endpoints.listNodes, { query: { connection: 'online' } });
  await until('all nodes online', 30, async () => ((await online()).total === 6 ? true : undefined));
  await until('all healthy', 60, async () => {
    const { items } = await again.call(endpoints.listVolumes);
    return items.filter(({ health }) => health === 'healthy').length === 11 ? true : undefined;
  });
  expect((await again.call(endpoints.listAttachments, { query: { state: 'attached' } })).total).toBe(11);
  expect(await second.end('SIGINT')).toBe(0);

  const larger = npmStart('--clients', '4');
  await once(larger.child, 'exit');
  expect(larger.child.exitCode).toBe(1);
  expect(larger.output).toMatch(/holds a simulated cluster with --clients 3.*--data DIR --clients 4/s);
});

test('refuses a second start in one data folder, naming the first, which goes on', { timeout: 400_000 }, async () => {
  const first = npmStart('--empty');
  await first.says('ready', 300);
  const second = StartProcess.run({ data, port: await freePort(), mongodbPort: await freePort() }, '--empty');
  await once(second.child, 'exit');
  expect(second.child.exitCode).toBe(1);
  expect(second.output).toContain(`${data} is used by process ${first.child.pid} (`);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).ok).toBe(true);
});

test('ends all its processes when the script is killed', { timeout: 400_000 }, async () => {
  const start = npmStart('--empty');
  await start.says('ready', 300);
  await start.end('SIGKILL');
  await until('no process left', 120, async () => ((await processesOf(data)).length === 0 ? true : undefined));
});

test('ends and names the log when the server is killed', { timeout: 400_000 }, async () => {
  const start = npmStart('--empty');
  await start.says('ready', 300);
  const pid = await serverPid(start);
  process.kill(pid, 'SIGKILL');
  await once(start.child, 'exit');
  expect(start.child.exitCode).toBe(1);
  expect(start.output).toMatch(/the server ended \(SIGKILL\).*server\.log/);
  expect(await processesOf(data)).toEqual([]);
});

async function serverPid({ child }: StartProcess): Promise<number> {
  const children = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim().split(' ');
  for (const pid of children) if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('weft-server')) return Number(pid);
  throw new Error(`npm start has no server among its children ${children.join(', ')}`);
}
