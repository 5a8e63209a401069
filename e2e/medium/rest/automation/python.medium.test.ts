/** The Python client, built as a wheel and installed, against real servers: one with scripted agents, one with TLS as its first start makes it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../../../support/api-client.js';
import { ScriptedCluster } from '../../../support/scripted-cluster.js';
import { ServerProcess } from '../../../support/server-process.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const tools = here('../../../../.cache/python-client');
const cluster = new ScriptedCluster(['t1', 't2', 'c1'] as const);

let folder: string;
let api: ApiClient;
let token: string;

interface Ended {
  code: number;
  out: string;
  err: string;
}

const run = (program: string, args: string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) =>
    execFile(program, args, { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );

/** Runs a program with the installed client, and what it depends on, alone. */
async function python(program: string, env: Record<string, string> = {}): Promise<Ended> {
  const file = join(folder, 'program.py');
  await writeFile(file, program);
  const PYTHONPATH = [join(folder, 'installed'), tools].join(delimiter);
  return run('python3', [file], { PYTHONPATH, WEFT_SERVER: api.url, WEFT_TOKEN: token, ...env });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-python-'));
  const built = await run(process.execPath, [here('../../../../packages/python-client/packaging/build-wheel.mjs'), folder]);
  expect(built, built.err).toMatchObject({ code: 0 });
  const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet', 'install', '--root-user-action=ignore', '--no-index', '--no-deps'];
  const installed = await run('python3', [...pip, '--target', join(folder, 'installed'), built.out.trim()]);
  expect(installed, installed.err).toMatchObject({ code: 0 });
  ({ api } = await cluster.start());
  ({ token } = await api.call(endpoints.createApiToken, { body: { name: 'python', role: 'operator', expiresInDays: 1 } }));
}, 300_000);
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

it('has a module for each operation of the API', async () => {
  const ended = await python(`
import importlib, pkgutil, sys
import weft_client.rest.api as api
for module in pkgutil.walk_packages(api.__path__, api.__name__ + "."):
    if not module.ispkg:
        importlib.import_module(module.name)
        print(module.name.split(".")[-1])
`);
  expect(ended, ended.err).toMatchObject({ code: 0 });
  const snake = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  expect(ended.out.trim().split('\n').sort()).toEqual(Object.keys(endpoints).map(snake).sort());
});

it('runs the examples of docs/python.md, one after the other', { timeout: 120_000 }, async () => {
  const page = await readFile(here('../../../../docs/python.md'), 'utf8');
  const blocks = page.split('<!-- run by: e2e/medium/rest/automation/python.medium.test.ts -->\n```python\n').slice(1);
  expect(blocks.length).toBe(page.split('```python').length - 1);
  const ended = await python(blocks.map((block) => block.split('```')[0]).join('\n'));
  expect(ended, ended.err).toMatchObject({ code: 0, err: '' });
  expect(ended.out.split('\n')).toEqual(['db available', 'orders', expect.stringMatching(/^412 version-mismatch .+/), '']);
  expect((await api.call(endpoints.listVolumes)).total).toBe(0);
});

it('reads every page of a list', async () => {
  for (const name of ['p1', 'p2', 'p3']) await api.call(endpoints.createNote, { body: { subject: await node(), text: name } });
  const ended = await python(`
import os
from weft_client import all_items, connect
from weft_client.rest.api.notes import list_notes
client = connect(os.environ["WEFT_SERVER"], os.environ["WEFT_TOKEN"])
print(sorted(note.text for note in all_items(list_notes.sync, client=client, limit=1)))
`);
  expect(ended, ended.err).toMatchObject({ code: 0, out: "['p1', 'p2', 'p3']\n" });
});
const node = async () => ({ kind: 'node' as const, id: (await api.call(endpoints.listNodes)).items[0]?.id ?? '' });

describe('errors', () => {
  it('are data: status, code, field and reason', async () => {
    const ended = await python(`
import os
from weft_client import ProblemError, connect, unwrap
from weft_client.rest.api.volumes import create_volume, list_volumes
from weft_client.rest.models import VolumeCreate
from uuid import uuid4
client = connect(os.environ["WEFT_SERVER"], os.environ["WEFT_TOKEN"])
def show(call):
    try:
        call()
    except ProblemError as error:
        print(error.status, error.code, error.field, error.problem.reason.code)
show(lambda: unwrap(list_volumes.sync(client=connect(os.environ["WEFT_SERVER"], "weft_wrong"))))
spec = VolumeCreate(name="Not A Name", size_bytes=2**30, protection="raid1", drive_class_id=uuid4())
show(lambda: unwrap(create_volume.sync(client=client, body=spec)))
`);
    expect(ended, ended.err).toMatchObject({ code: 0 });
    expect(ended.out.split('\n').slice(0, 2)).toEqual([
      '401 unauthenticated None api-token-invalid',
      expect.stringMatching(/^400 invalid-field name /),
    ]);
  });

  it('name a job that has not ended in time, and what it waits for', { timeout: 120_000 }, async () => {
    const driveClassId = (await api.call(endpoints.listDriveClasses)).items[0]?.id ?? '';
    const body = { name: 'late', sizeBytes: GiB, protection: 'raid1' as const, driveClassId };
    const { volume, job } = await api.call(endpoints.createVolume, { body });
    await api.done(job.id);
    // A target that does not answer keeps the job from its end.
    await cluster.agent('t1').goAway();
    const ended = await python(`
import os
from uuid import UUID
from weft_client import JobTimeout, connect, unwrap, version_of, wait_for_job
from weft_client.rest.api.volumes import delete_volume, get_volume
client = connect(os.environ["WEFT_SERVER"], os.environ["WEFT_TOKEN"])
volume = unwrap(get_volume.sync(UUID("${volume.id}"), client=client))
job = unwrap(delete_volume.sync(volume.id, client=client, if_match=version_of(volume))).job
try:
    wait_for_job(client, job.id, timeout_seconds=3)
except JobTimeout as error:
    print(error.job.id == job.id, [each.node for each in error.job.waiting_for])
`);
    cluster.agent('t1').comeBack();
    expect(ended, ended.err).toMatchObject({ code: 0, out: "True ['t1']\n" });
  });
});

it('pins the authority of a server by its fingerprint, and sends nothing to another one', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { uri, name } = testDatabase();
  const settings = { directory: join(folder, 'tls'), mongoUri: uri, database: name, environment: { WEFT_INSECURE_HTTP: 'false' } };
  const server = await ServerProcess.start(settings);
  try {
    const secure = await server.administrator();
    const { caFingerprint } = await secure.call(endpoints.createEnrollmentToken, { body: {} });
    const password = (await readFile(server.passwordFile, 'utf8')).trim();
    const program = `
import os
from weft_client import AuthorityError, logged_in, unwrap
from weft_client.rest.api.sessions import session
try:
    with logged_in(os.environ["WEFT_SERVER"], "admin", os.environ["PASSWORD"], fingerprint=os.environ["WEFT_FINGERPRINT"]) as client:
        print(unwrap(session.sync(client=client)).user.name)
except AuthorityError as error:
    print("refused")
`;
    const given = { WEFT_SERVER: secure.url, PASSWORD: password };
    const before = (await secure.call(endpoints.listSessions)).items.length;
    const ended = await python(program, { ...given, WEFT_FINGERPRINT: caFingerprint ?? '' });
    expect(ended, ended.err).toMatchObject({ code: 0, out: 'admin\n' });
    expect((await secure.call(endpoints.listSessions)).items.length).toBe(before);
    expect(await python(program, { ...given, WEFT_FINGERPRINT: '0'.repeat(64) })).toMatchObject({ code: 0, out: 'refused\n' });
  } finally {
    await server.stop();
    vi.unstubAllEnvs();
  }
});
