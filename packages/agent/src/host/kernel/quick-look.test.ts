import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { REMEMBERED_MS } from '../host.js';
import { KernelHost } from './kernel-host.js';
import { fixture, layOut } from './recorded-host-fs.js';
import { NVMET } from './run/paths.js';

const id = (number: number) => `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`;
const NQN = `nqn.2026-11.org.weft:${id(600)}:${id(900)}:e1`;
const SUBSYSTEM = `${NVMET}/subsystems/${NQN}`;

/** A host over a recorded tree, right after a look, and functions that change configfs. */
async function looked() {
  const root = await layOut(JSON.parse(await fixture('tree.json')) as Record<string, string>);
  onTestFinished(() => rm(root, { recursive: true }));
  const clock = { ms: 0 };
  const command = { held: Promise.resolve() };
  const run = async () => {
    await command.held;
    return { stdout: '', stderr: '', exitCode: 0 };
  };
  const host = new KernelHost({ agentVersion: '', root, now: () => clock.ms, run });
  const write = (path: string, text: string) => writeFile(join(root, path), `${text}\n`);
  const remove = (path: string) => rm(join(root, path), { recursive: true });
  const first = async (quick: boolean) => {
    const { subsystems, ports } = await host.observeFast({ quick });
    const found = subsystems.find(({ nqn }) => nqn === NQN);
    return { subsystem: found, space: found?.namespaces[0], port: ports.find(({ portId }) => portId === 1) };
  };
  await first(true);
  return { root, clock, command, host, write, remove, first };
}
const space = (attribute: string) => `${SUBSYSTEM}/namespaces/1/${attribute}`;

test('re-reads the device path of a namespace once its cache entry expires', async () => {
  const { clock, write, first } = await looked();
  await write(space('device_path'), '/dev/other');
  clock.ms = REMEMBERED_MS - 1;
  expect((await first(true)).space?.devicePath).not.toBe('/dev/other');
  clock.ms = REMEMBERED_MS;
  expect((await first(true)).space?.devicePath).toBe('/dev/other');
});

test('reads everything on a full observation', async () => {
  const { write, first } = await looked();
  await write(space('device_uuid'), id(999));
  await write(`${SUBSYSTEM}/attr_serial`, 'other');
  await write(`${NVMET}/ports/1/addr_traddr`, '10.9.9.9');
  const { subsystem, space: found, port } = await first(false);
  expect([found?.uuid, subsystem?.serial, port?.address]).toEqual([id(999), 'other', '10.9.9.9']);
});

test.each([
  ['a namespace is disabled', space('enable'), '0', { space: { enabled: false } }],
  ['any host is allowed', `${SUBSYSTEM}/attr_allow_any_host`, '1', { subsystem: { allowAnyHost: true } }],
])('shows at the next quick observation that %s', async (_, path, value, shown) => {
  const { write, first } = await looked();
  await write(path, value);
  expect(await first(true)).toMatchObject(shown);
});

test('shows changed hosts, port links and namespaces at the next quick observation', async () => {
  const { root, remove, write, first } = await looked();
  await mkdir(join(root, SUBSYSTEM, 'allowed_hosts', 'nqn.stranger'));
  await mkdir(join(root, SUBSYSTEM, 'namespaces/3'));
  await write(`${SUBSYSTEM}/namespaces/3/device_uuid`, id(999));
  await remove(`${NVMET}/ports/1/subsystems/${NQN}`);
  const { subsystem, port } = await first(true);
  expect(subsystem?.allowedHosts).toContain('nqn.stranger');
  expect(subsystem?.namespaces.map(({ nsid }) => nsid)).toEqual([1, 2, 3]);
  expect(port?.subsystemNqns).toEqual([]);
});

test('omits a namespace that disappears during the read, and caches nothing of it', async () => {
  const { write, remove, first } = await looked();
  await remove(space('device_uuid'));
  expect((await first(false)).subsystem?.namespaces.map(({ nsid }) => nsid)).toEqual([2]);
  await write(space('device_uuid'), id(999));
  expect((await first(true)).space).toMatchObject({ nsid: 1, uuid: id(999) });
});

test.each(['disabled', 'gone'])('shows a namespace with a new identity after a quick observation found it %s', async (how) => {
  const { root, write, remove, first } = await looked();
  await (how === 'gone' ? remove(`${SUBSYSTEM}/namespaces/1`) : write(space('enable'), '0'));
  await first(true);
  await mkdir(join(root, SUBSYSTEM, 'namespaces/1'), { recursive: true });
  await write(space('device_uuid'), id(999));
  await write(space('enable'), '1');
  expect((await first(true)).space?.uuid).toBe(id(999));
});

const OPERATION = { op: 'disallow-host', nqn: 'nqn.of-nobody', hostNqn: 'nqn.nobody' } as const;

test('reads everything after an operation of the agent', async () => {
  const { host, write, first } = await looked();
  await write(space('device_path'), '/dev/other');
  await host.perform(OPERATION);
  expect((await first(true)).space?.devicePath).toBe('/dev/other');
});

test('caches nothing of a quick observation that overlaps an operation', async () => {
  const { command, host, write, remove, first } = await looked();
  // The look waits for the command that reports it.
  await remove('/sys/block/md127/md/uuid');
  let answer = (): void => undefined;
  command.held = new Promise((resolve) => {
    answer = resolve;
  });
  const context = first(true);
  await host.perform(OPERATION);
  answer();
  await context;
  await write(space('device_path'), '/dev/other');
  expect((await first(true)).space?.devicePath).toBe('/dev/other');
});

test('reads an attribute larger than one page completely', async () => {
  const { root, host } = await looked();
  const bad = join(root, '/sys/block/md127/md');
  const member = (await host.observeFast()).arrays[0]?.members[0]?.device;
  await writeFile(join(bad, `dev-${member}`, 'bad_blocks'), '1234567 8\n'.repeat(1000));
  expect((await host.observeFast()).arrays[0]?.members[0]?.badBlocks).toBe(1000);
});
