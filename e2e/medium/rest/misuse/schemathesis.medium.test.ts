/** The OpenAPI document against a real server: schemathesis generates good and bad requests from it, and checks every answer against it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../support/api-client.js';
import { ScriptedAgent } from '../../../support/scripted-agent.js';
import { ServerProcess } from '../../../support/server-process.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Without positive_data_acceptance: an invented cursor is valid by its schema. Without unsupported_method: Node refuses some methods before any route. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
  'negative_data_rejection',
  'missing_required_header',
  'allow_header_conformance',
  'use_after_free',
  'ensure_resource_availability',
  'ignored_auth',
];

/** The administrator comes last: what it deletes nobody else could read. */
const roles = ['administrator', 'viewer', 'operator'] as const;
const PASSWORD = 'correct horse battery';

let directory: string;
let server: ServerProcess;
let ids: Record<string, string>;
const agents: ScriptedAgent[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-schemathesis-'));
  const { uri, name } = testDatabase();
  // Thousands of requests in seconds: another test covers the rate limit, which would hide other answers here.
  const environment = { WEFT_LOG_LEVEL: 'warn', WEFT_REQUESTS_PER_SECOND: '100000' };
  server = await ServerProcess.start({ directory, mongoUri: uri, database: name, environment });
  const administrator = await server.administrator();
  ids = await objects(administrator);
  for (const role of roles.slice(1))
    await administrator.call(endpoints.createUser, { body: { name: role, role, password: PASSWORD, mustChangePassword: false } });
});

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Makes one object of each kind that a request cannot make without others. @returns its id by the operation that reads it. */
async function objects(api: ApiClient): Promise<Record<string, string>> {
  const settings = await api.call(endpoints.getSettings);
  const storageNetworks = [{ name: 'left', cidrs: ['10.0.0.0/24'] }];
  await api.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
  for (const [n, name] of ['t1', 't2'].entries())
    agents.push(await ScriptedAgent.enroll(api, name, [{ serial: `${name}-d1`, sizeBytes: 100 * GiB }], { network: 10 + n }));
  const { items: drives } = await api.call(endpoints.listDrives);
  for (const { id, version } of drives) await api.done((await api.call(endpoints.takeDrive, { params: { id }, ifMatch: version })).job.id);
  const driveClass = await api.call(endpoints.createDriveClass, { body: { name: 'fast', members: { by: 'selector', selector: {} } } });
  const { volume, job } = await api.call(endpoints.createVolume, {
    body: { name: 'orders', sizeBytes: GiB, protection: 'raid1', driveClassId: driveClass.id },
  });
  await api.done(job.id);
  const { attachment } = await api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId: agents[0]?.nodeId ?? '' } });
  return { getDrive: drives[0]?.id ?? '', getVolume: volume.id, getAttachment: attachment.id, getJob: job.id };
}

/** Whoever may not change an object is told so before anything else. */
function configuration(api: ApiClient, ids: Record<string, string>): string {
  const given = Object.entries(ids).map(
    ([operation, id]) => `[[operations]]\ninclude-operation-id = "${operation}"\nparameters = { id = "${id}" }\n`,
  );
  return [
    `[auth.openapi.session]\napi_key = "${api.sessionCookie?.replace('weft_session=', '')}"\n`,
    '[checks.negative_data_rejection]\nexpected-statuses = [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 428, 429]\n',
    '[checks.missing_required_header]\nexpected-statuses = [403, 428]\n',
    ...given,
  ].join('\n');
}

/** @returns exit code and output. */
function schemathesis(config: string, mostExamples: number): Promise<{ code: number; output: string }> {
  const options = [
    ...['--url', server.url, '--checks', checks.join(',')],
    ...['--seed', '1', '--max-examples', String(mostExamples), '--request-timeout', '10', '--no-shrink'],
    ...['--suppress-health-check', 'all', '--warnings', 'off', '--no-color'],
    // These end the session that everything else needs.
    ...['logout', 'changePassword', 'endSession', 'endSessions'].flatMap((id) => ['--exclude-operation-id', id]),
  ];
  const args = ['-m', 'schemathesis.cli', '--config-file', config, 'run', here('../../../../apps/server/openapi.json'), ...options];
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    PYTHONPATH: here('../../../../.cache/schemathesis'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  return new Promise((resolve) => {
    execFile('python3', args, { cwd: directory, env, timeout: 480_000, maxBuffer: 64 * 2 ** 20 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
    );
  });
}

test.each([...roles].reverse())(
  'answers thousands of generated requests of a role %s as the OpenAPI document allows',
  {
    timeout: 540_000,
  },
  async (role) => {
    const api = await server.administrator();
    if (role !== 'administrator') await api.login(role, PASSWORD);
    const config = join(directory, `${role}.toml`);
    await writeFile(config, configuration(api, ids));
    const { code, output } = await schemathesis(config, role === 'administrator' ? 10 : 4);
    console.log(`${role}: ${/\d+ generated[^\n]*/.exec(output)?.[0]}`);
    expect(code, output).toBe(0);
    // Without its session every answer would be 401, which the document allows.
    await api.call(endpoints.session);
    expect(Number(/(\d+) generated/.exec(output)?.[1]), output).toBeGreaterThan(1000);
  },
);
