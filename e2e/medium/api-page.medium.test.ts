/** Runs the commands of docs/api.md as one script, against a real server with scripted agents. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { CONSOLE_NAMESPACE } from '@weft/shared/links/console-link';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.js';
import { ScriptedCluster } from '../support/scripted-cluster.js';

const page = new URL('../../docs/api.md', import.meta.url);
const MARK = '<!-- run by: e2e/medium/api-page.medium.test.ts -->\n```sh\n';
const cluster = new ScriptedCluster(['t1', 't2', 'c1'] as const);
let api: ApiClient;

beforeAll(async () => {
  ({ api } = await cluster.start());
}, 120_000);
afterAll(() => cluster.stop());

async function script(): Promise<string> {
  const [, ...blocks] = (await readFile(page, 'utf8')).split(MARK);
  return blocks.map((block) => block.split('```')[0]).join('\n');
}

describe('docs/api.md', () => {
  it('has commands that make, attach, change and remove a volume, from login to logout', { timeout: 180_000 }, async () => {
    const jobs: string[] = [];
    const socket = io(`${api.url}${CONSOLE_NAMESPACE}`, { transports: ['websocket'], extraHeaders: { cookie: api.sessionCookie ?? '' } });
    socket.on('job', (job: { kind: string; state: string }) => jobs.push(`${job.kind} ${job.state}`));
    const env = { PATH: process.env.PATH, WEFT: api.url, WEFT_USER: 'admin', WEFT_PASSWORD_FILE: cluster.passwordFile, WEFT_CLIENT: 'c1' };
    const { stdout } = await promisify(execFile)('bash', ['-c', await script()], { env });
    socket.close();
    expect(stdout).toMatch(/^admin is administrator until /);
    expect(stdout).toMatch(/^t1 online$/m);
    for (const line of [
      /^one volume: /,
      /^attached as \/dev\/weft\/orders$/,
      /^orders of the shop$/,
      /^an old version gets 412$/,
      /^all removed$/,
    ])
      expect(stdout).toMatch(new RegExp(line.source, 'm'));
    expect((await api.call(endpoints.listVolumes)).total).toBe(0);
    expect(jobs).toEqual(expect.arrayContaining(['volume.create done', 'volume.delete done']));
  });
});
