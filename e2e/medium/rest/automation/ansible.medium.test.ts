/** The Ansible collection with a real Ansible, against a real server with simulated machines, and against one with TLS as its first start makes it. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AnsibleCommand, collection, type Played, type TaskResult } from '../../../support/ansible-command.js';
import { type ApiClient, until } from '../../../support/api-client.js';
import { ServerProcess } from '../../../support/server-process.js';
import { type SimulatedNode, SimulationProcess } from '../../../support/simulation-process.js';

const nics = (host: number) =>
  [1, 2].map((network) => ({ name: `eth${network}`, address: `10.10.${network}.${host}/24`, storageNetwork: `storage-${network}` }));
const nodes: SimulatedNode[] = [
  ...[1, 2].map((at) => ({
    name: `target-${at}`,
    nics: nics(at),
    drives: [{ serial: `SIM-${at}-1`, model: 'Simulated NVMe', sizeBytes: 100 * GiB }],
  })),
  { name: 'client-1', nics: nics(101), drives: [] },
];

let ansible: AnsibleCommand;
let server: ServerProcess;
let simulation: SimulationProcess;
let api: ApiClient;
let token: string;
let site: string;

beforeAll(async () => {
  ansible = await AnsibleCommand.inOwnFolder();
  const { uri, name: database } = testDatabase();
  const environment = { WEFT_LOG_LEVEL: 'warn' };
  server = await ServerProcess.start({ directory: join(ansible.directory, 'server'), mongoUri: uri, database, environment });
  api = await server.administrator();
  ({ token } = await api.call(endpoints.createApiToken, { body: { name: 'ansible', role: 'administrator', expiresInDays: 1 } }));
  simulation = await SimulationProcess.enroll(api, join(ansible.directory, 'simulation'), nodes);
  await simulation.start();
  await until('the drives', 60, async () => ((await api.call(endpoints.listDrives)).total === 2 ? true : undefined));
  const page = await readFile(new URL('../../../../docs/ansible.md', import.meta.url), 'utf8');
  site = /<!-- run by: e2e\/medium\/rest\/automation\/ansible.medium.test.ts -->\n```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
});
afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await ansible?.remove();
});

/** Environment of the playbook of docs/ansible.md. */
const environment = (): Record<string, string> => ({
  WEFT_SERVER: server.url,
  WEFT_TOKEN: token,
  WEFT_PASSWORD_FILE: server.passwordFile,
  PAUL_PASSWORD: 'correct horse battery',
});

/** Runs tasks with the connection of the environment. */
async function tasks(text: string, ...words: string[]): Promise<Played> {
  const indented = text.trim().replaceAll(/^/gm, '    ');
  return ansible.play(`- hosts: localhost\n  gather_facts: false\n  tasks:\n${indented}\n`, words, environment());
}
const outcomes = ({ results }: Played) => results.map(({ task, outcome }) => `${task}: ${outcome}`);
const changes = (played: Played) => outcomes(played).filter((each) => each.endsWith(': changed'));
async function failure(text: string, ...words: string[]): Promise<TaskResult> {
  const played = await tasks(text, ...words);
  const found = played.results.find(({ outcome }) => outcome === 'failed');
  return found ?? expect.fail(`no task failed: ${played.output}`);
}

describe.sequential('the playbook of docs/ansible.md', () => {
  let predicted: Played;

  it('changes nothing in check mode', { timeout: 300_000 }, async () => {
    predicted = await ansible.play(site, ['--check', '--diff'], environment());
    expect(predicted, predicted.output).toMatchObject({ code: 0 });
    expect((await api.call(endpoints.getSettings)).storageNetworks).toEqual([]);
    expect((await api.call(endpoints.listDrives, { query: { state: 'available' } })).total).toBe(2);
    expect((await api.call(endpoints.listNodes, { query: { name: 'target-1' } })).items[0]?.labels).toEqual({});
    for (const list of [endpoints.listDriveClasses, endpoints.listVolumes, endpoints.listAttachments, endpoints.listJobs])
      expect((await api.call(list)).items, list.path).toEqual([]);
    expect((await api.call(endpoints.listUsers)).items.map(({ name }) => name)).toEqual(['admin']);
  });

  it('makes what check mode predicted, with the same difference', { timeout: 300_000 }, async () => {
    const played = await ansible.play(site, ['--diff'], environment());
    expect(played, played.output).toMatchObject({ code: 0 });
    expect(outcomes(played)).toEqual(outcomes(predicted));
    expect(changes(played)).toHaveLength(7);
    const shown = ({ results }: Played) => results.map(({ diff }) => diff);
    expect(shown(played)).toEqual(shown(predicted));
    expect(shown(played)).toContainEqual({
      before: {},
      after: expect.objectContaining({ name: 'orders', sizeBytes: 2 * GiB, driveClass: 'fast' }) as unknown,
    });
    const [volume] = (await api.call(endpoints.listVolumes)).items;
    expect(volume).toMatchObject({ name: 'orders', state: 'available', failureDomain: 'rack', labels: { team: 'shop' } });
    expect((await api.call(endpoints.listAttachments)).items).toMatchObject([
      { state: 'attached', transport: 'tcp', device: '/dev/weft/orders' },
    ]);
    expect((await api.call(endpoints.listUsers)).items).toContainEqual(expect.objectContaining({ name: 'paul', role: 'viewer' }));
    expect(played.output + predicted.output).not.toContain('correct horse battery');
  });

  it('changes nothing the second time, with and without check mode', { timeout: 300_000 }, async () => {
    const versions = async () => (await api.call(endpoints.listVolumes)).items.map(({ version }) => version);
    const before = [await versions(), (await api.call(endpoints.getSettings)).version];
    for (const words of [[], ['--check']]) {
      const played = await ansible.play(site, words, environment());
      expect(played, played.output).toMatchObject({ code: 0 });
      expect(changes(played)).toEqual([]);
    }
    expect([await versions(), (await api.call(endpoints.getSettings)).version]).toEqual(before);
    expect((await api.call(endpoints.listSessions)).items).toHaveLength(1);
  });
});

describe.sequential('a changed task', () => {
  it('grows the volume, and changes text and labels', { timeout: 300_000 }, async () => {
    const text = '- weft.storage.volume: { name: orders, size: 3GiB, description: of the shop, labels: { team: shop, tier: 1 } }';
    const checked = await tasks(text, '--check', '--diff');
    expect(checked.results, checked.output).toMatchObject([
      {
        outcome: 'changed',
        diff: { before: { sizeBytes: 2 * GiB, description: '' }, after: { sizeBytes: 3 * GiB, description: 'of the shop' } },
      },
    ]);
    expect((await api.call(endpoints.listVolumes)).items).toMatchObject([{ sizeBytes: 2 * GiB, growth: null }]);
    expect(await tasks(text)).toMatchObject({ results: [{ outcome: 'changed' }] });
    expect((await api.call(endpoints.listVolumes)).items).toMatchObject([
      { sizeBytes: 3 * GiB, growth: null, description: 'of the shop', labels: { team: 'shop', tier: '1' } },
    ]);
    expect(await tasks(text)).toMatchObject({ results: [{ outcome: 'ok' }] });
  });

  it('makes a thin volume with scheduled snapshots, ends the schedule; sets and ends the policy of a cache', {
    timeout: 300_000,
  }, async () => {
    const fields = 'name: thin, size: 1GiB, protection: raid1, drive_class: fast, provisioning: thin';
    const thin = (hours: number) => `- weft.storage.volume: { ${fields}, snapshot_schedule: { every_hours: ${hours}, keep: 3 } }`;
    const schedule = async () => (await api.call(endpoints.listVolumes, { query: { name: 'thin' } })).items[0]?.snapshotSchedule;
    for (const [hours, wanted] of [
      [8, { everyHours: 8, keep: 3 }],
      [0, null],
    ] as const) {
      expect(changes(await tasks(thin(hours)))).toHaveLength(1);
      expect(changes(await tasks(thin(hours)))).toEqual([]);
      expect(await schedule()).toEqual(wanted);
    }
    const cached = (policy: string) => `- weft.storage.volume: { name: orders, cache: { ${policy} } }`;
    for (const [policy, wanted] of [
      ['mode: write-through, bytes_per_leg: 1GiB', { mode: 'write-through', bytesPerLeg: GiB, percentOfLeg: null, acceptsLoss: false }],
      ['mode: "off"', null],
    ] as const) {
      expect(changes(await tasks(cached(policy)))).toHaveLength(1);
      expect(changes(await tasks(cached(policy)))).toEqual([]);
      expect((await api.call(endpoints.listVolumes, { query: { name: 'orders' } })).items[0]?.cache).toEqual(wanted);
    }
    expect(changes(await tasks('- weft.storage.volume: { name: thin, state: absent, confirm_name: thin }'))).toHaveLength(1);
  });

  it('cordons and opens a drive and a node, and a second run changes nothing', { timeout: 300_000 }, async () => {
    const both = (scheduling: string) => `
- weft.storage.drive: { node: target-1, serial: SIM-1-1, scheduling: ${scheduling} }
- weft.storage.node: { name: target-2, scheduling: ${scheduling} }`;
    for (const scheduling of ['cordoned', 'open']) {
      expect(changes(await tasks(both(scheduling)))).toHaveLength(2);
      expect(changes(await tasks(both(scheduling)))).toEqual([]);
      expect((await api.call(endpoints.listNodes, { query: { name: 'target-2' } })).items).toMatchObject([{ scheduling }]);
    }
  });

  it('disables a user, and sets a password at each run only if asked to', { timeout: 300_000 }, async () => {
    const user = (more: string) =>
      `- weft.storage.user: { username: admin, password: "{{ lookup('file', lookup('env', 'WEFT_PASSWORD_FILE')) }}", name: paul, ${more} }`;
    expect(changes(await tasks(user('disabled: true')))).toHaveLength(1);
    expect(changes(await tasks(user('disabled: true, user_password: another long one')))).toEqual([]);
    const set = await tasks(user('user_password: another long one, update_password: always'), '--diff');
    expect(set.results, set.output).toMatchObject([{ outcome: 'changed', diff: { after: { password: '(set again)' } } }]);
    expect(set.output).not.toContain('another long one');
    expect((await api.call(endpoints.listUsers)).items).toContainEqual(expect.objectContaining({ name: 'paul', disabled: true }));
  });
});

describe.sequential('a task that cannot be done', () => {
  const refusals: [what: string, task: string, code: string | undefined, text: string][] = [
    [
      'a changed fixed field',
      'volume: { name: orders, protection: raid10 }',
      'immutable-field',
      'cannot change protection from raid1 to raid10',
    ],
    ['a smaller volume', 'volume: { name: orders, size: 1GiB }', 'immutable-field', 'never shrinks'],
    ['another transport', 'attachment: { volume: orders, node: client-1, transport: rdma }', 'immutable-field', 'cannot change transport'],
    ['a deletion without its name', 'volume: { name: orders, state: absent }', 'unconfirmed', 'confirm_name: orders'],
    ['a deletion of an attached volume', 'volume: { name: orders, state: absent, confirm_name: orders }', 'in-use', 'attached to client-1'],
    ['a release of a drive with legs', 'drive: { node: target-1, serial: SIM-1-1, state: released }', 'in-use', 'scheduling: evicted'],
    ['an unknown size', 'volume: { name: orders, size: 3 TB of disk }', 'invalid-field', 'is not a size'],
    ['too little to create', 'volume: { name: new, size: 1GiB }', 'missing-field', 'needs protection, drive_class'],
    ['an unknown node', 'attachment: { volume: orders, node: client-9 }', 'not-found', 'Existing: client-1, target-1, target-2'],
    ['an unknown drive', 'drive: { node: target-1, serial: X }', 'not-found', 'no drive with the serial X'],
    ['an unknown setting', 'settings: { settings: { reservedRatoi: 0.1 } }', 'invalid-field', 'Did you mean reservedRatio?'],
    ['a bad value', 'settings: { settings: { reservedRatio: 7 } }', 'invalid-field', 'reservedRatio'],
    ['no space', 'volume: { name: huge, size: 900TiB, protection: raid1, drive_class: fast }', 'insufficient-space', 'free'],
    ['a label that YAML reads as a truth value', 'node: { name: target-1, labels: { rack: yes } }', 'invalid-field', 'in quotes'],
    ['a token that does not exist', 'node_info: { token: weft_wrong }', 'unauthenticated', 'token'],
    ['plain HTTP to another machine', 'node_info: { server: "http://weft.invalid:4000" }', undefined, 'insecure_http'],
  ];
  it('names the reason and what to do', { timeout: 300_000 }, async () => {
    const text = refusals.map(([what, task]) => `- name: ${what}\n  weft.storage.${task}\n  ignore_errors: true`).join('\n');
    const { results, output } = await tasks(text);
    expect(results, output).toHaveLength(refusals.length);
    for (const [at, [what, , code, part]] of refusals.entries()) {
      expect(results[at], what).toMatchObject({ outcome: 'failed', task: what, msg: expect.stringContaining(part) as string });
      expect(results[at]?.code, what).toBe(code);
    }
  });
});

describe.sequential('a removal', () => {
  it('detaches, and changes nothing the second time', { timeout: 180_000 }, async () => {
    const detach = '- weft.storage.attachment: { volume: orders, node: client-1, state: detached }';
    expect(changes(await tasks(detach, '--check'))).toHaveLength(1);
    expect((await api.call(endpoints.listAttachments)).total).toBe(1);
    expect(changes(await tasks(detach))).toHaveLength(1);
    expect((await api.call(endpoints.listAttachments)).total).toBe(0);
    expect(changes(await tasks(detach))).toEqual([]);
  });

  it('names what a late job waits for; the job continues, and the next run waits for it', { timeout: 300_000 }, async () => {
    const remove = (more: string) => `- weft.storage.volume: { name: orders, state: absent${more} }`;
    await simulation.fault({ fault: 'kill-node', node: 'target-1' });
    const late = await failure(remove(', confirm_name: orders, wait_timeout: 10'));
    expect(late).toMatchObject({ code: 'job-timeout', waiting_for: [{ node: 'target-1' }] });
    await simulation.fault({ fault: 'boot-node', node: 'target-1' });
    expect(await tasks(remove(''))).toMatchObject({ results: [{ outcome: 'ok' }] });
    expect((await api.call(endpoints.listVolumes)).total).toBe(0);
  });

  it('leaves nothing, and changes nothing the second time', { timeout: 300_000 }, async () => {
    const text = `
- weft.storage.drive_class: { name: fast, state: absent }
- weft.storage.drive: { node: target-1, serial: SIM-1-1, state: released }
- weft.storage.user: { username: admin, password: "{{ lookup('file', lookup('env', 'WEFT_PASSWORD_FILE')) }}", name: paul, state: absent }`;
    const played = await tasks(text);
    expect(played, played.output).toMatchObject({ code: 0 });
    expect(changes(played)).toHaveLength(3);
    expect((await api.call(endpoints.listDrives, { query: { state: 'available' } })).total).toBe(1);
    expect((await api.call(endpoints.listDriveClasses)).total).toBe(0);
    expect(changes(await tasks(text))).toEqual([]);
  });
});

it('packs an archive that ansible-galaxy installs and verifies, the same bytes each time', { timeout: 120_000 }, async () => {
  const build = fileURLToPath(new URL('../../../../packages/ansible/packaging/build-collection.mjs', import.meta.url));
  const archives = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const { stdout } = await promisify(execFile)(process.execPath, [build, join(ansible.directory, name)]);
      return stdout.trim();
    }),
  );
  const [one, two] = await Promise.all(archives.map((archive) => readFile(archive)));
  expect(one?.equals(two ?? Buffer.of())).toBe(true);
  const into = join(ansible.directory, 'installed');
  // Ansible finds the collection of the checkout otherwise, and installs nothing.
  const there = { ANSIBLE_COLLECTIONS_PATH: into };
  const install = await ansible.run('galaxy', ['collection', 'install', archives[0] ?? '', '-p', into, '--offline'], there);
  expect(install, install.err).toMatchObject({ code: 0 });
  const verify = await ansible.run('galaxy', ['collection', 'verify', '--offline', 'weft.storage'], there);
  expect(verify, verify.err).toMatchObject({ code: 0, out: expect.stringContaining('Successfully verified') as string });
  expect(await readdir(join(into, 'ansible_collections/weft/storage/plugins/modules'))).toContain('volume.py');
});

it('documents each module as it takes arguments', { timeout: 120_000 }, async () => {
  const names = (await readdir(join(collection, 'plugins/modules')))
    .filter((name) => name.endsWith('.py'))
    .map((name) => name.slice(0, -3));
  const given = await ansible.python(join(collection, 'tests/specifications.py'), []);
  const specifications = JSON.parse(given.out) as Record<string, Record<string, Option>>;
  expect(Object.keys(specifications).sort()).toEqual(names.sort());
  const { out, err } = await ansible.run('doc', ['--json', '--type', 'module', ...names.map((name) => `weft.storage.${name}`)]);
  const documented = JSON.parse(out) as Record<string, { doc: { options: Record<string, Option> }; examples: string; return: unknown }>;
  expect(err).toBe('');
  for (const name of names) {
    const found = documented[`weft.storage.${name}`] ?? expect.fail(`no documentation of ${name}`);
    expect(described(found.doc.options), name).toEqual(described(specifications[name] ?? {}));
    expect(found.examples, name).toContain(`weft.storage.${name}:`);
    expect(found.return, name).toBeTruthy();
  }
  const role = await ansible.run('doc', ['--type', 'role', 'weft.storage.node']);
  expect(role, role.err).toMatchObject({ code: 0, out: expect.stringContaining('weft_node_package') as string });
});

interface Option {
  type?: string;
  elements?: string;
  required?: boolean;
  default?: unknown;
  choices?: unknown[];
  options?: Record<string, Option>;
  suboptions?: Record<string, Option>;
}
/** What documentation and argument specification have in common. */
const described = (options: Record<string, Option>): unknown =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type = 'str', elements, required = false, default: value = null, choices = [], ...inner }]) => [
      name,
      { type, elements, required, default: value, choices, options: described(inner.options ?? inner.suboptions ?? {}) },
    ]),
  );

it('pins the authority of a server, and sends no token to another one', { timeout: 180_000 }, async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { uri, name: database } = testDatabase();
  const directory = join(ansible.directory, 'tls');
  const secure = await ServerProcess.start({ directory, mongoUri: uri, database, environment: { WEFT_INSECURE_HTTP: 'false' } });
  try {
    const client = await secure.administrator();
    const { caFingerprint } = await client.call(endpoints.createEnrollmentToken, { body: {} });
    const { token } = await client.call(endpoints.createApiToken, { body: { name: 'pin', role: 'viewer', expiresInDays: 1 } });
    const read = (trust: string) =>
      ansible.play(`- hosts: localhost\n  gather_facts: false\n  tasks:\n    - weft.storage.node_info: { ${trust} }\n`, [], {
        WEFT_SERVER: secure.url,
        WEFT_TOKEN: token,
      });
    expect(await read(`fingerprint: "${caFingerprint}"`)).toMatchObject({ code: 0, results: [{ outcome: 'ok', nodes: [] }] });
    expect(await read(`ca_file: "${join(directory, 'ca.pem')}"`)).toMatchObject({ code: 0, results: [{ outcome: 'ok' }] });
    const used = (await client.call(endpoints.listApiTokens)).items.find((each) => each.name === 'pin')?.lastUsedAt;
    for (const trust of [`fingerprint: "${'0'.repeat(64)}"`, 'timeout: 20'])
      expect((await read(trust)).results).toMatchObject([{ outcome: 'failed', code: 'certificate' }]);
    expect((await client.call(endpoints.listApiTokens)).items.find((each) => each.name === 'pin')?.lastUsedAt).toBe(used);
  } finally {
    await secure.stop();
    vi.unstubAllEnvs();
  }
});
