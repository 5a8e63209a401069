import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Run } from '../run/run.js';
import { makeTable } from '../table/make-table.js';
import { waitForJob } from './wait.js';

const job = (state: string, more: object = {}) => ({
  ...{ id: 'j1', kind: 'volume.create', subject: { kind: 'volume', id: 'v1', name: 'db' }, state, waitingFor: [], error: null },
  steps: [{ name: 'create leg 0', node: 't1', state, reason: null, since: null }],
  ...more,
});

let server: Server;
let answers: (object | undefined)[];
let messages: string;
const interrupt = () => new AbortController();

beforeEach(async () => {
  answers = [];
  messages = '';
  server = createServer((request, response) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer) response.end(JSON.stringify(answer));
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
const runs: Run[] = [];
afterEach(async () => {
  for (const run of runs.splice(0)) await run.close();
  await new Promise((resolve) => server.close(resolve));
});

function runWith(options: Record<string, string[]> = {}, signal = interrupt().signal): Run {
  const err = new PassThrough();
  err.on('data', (chunk: Buffer) => (messages += chunk.toString()));
  const terminal = { in: new PassThrough(), out: new PassThrough(), err, env: { WEFT_CLI_CONFIG: '/nonexistent/weft.json' } };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = new Run({
    ...{ terminal, table: makeTable(), options: { server: [url], ...options }, positionals: [], words: [], commands: [], signal },
    schemas: () => ({ objects: {}, bodies: {} }),
  });
  runs.push(run);
  return run;
}

describe('waitForJob', () => {
  it('shows each change of a step once, as plain lines in a pipe', async () => {
    answers = [job('running'), job('running'), job('done')];
    await waitForJob(runWith(), 'j1');
    expect(messages.split('\n').filter((line) => line.includes('leg 0'))).toEqual([
      'running  create leg 0 (t1)',
      'done     create leg 0 (t1)',
    ]);
    expect(messages).not.toContain('\u001b');
  });

  it('writes the last steps before the end of the job in a pipe', async () => {
    answers = [job('running'), job('done')];
    await waitForJob(runWith(), 'j1');
    expect(messages.trim().split('\n').slice(-2)).toEqual(['done     create leg 0 (t1)', 'volume.create db: done']);
  });

  it('fails with the reason of a failed job', async () => {
    answers = [job('failed', { error: { code: 'x', message: 'The drive is gone.' } })];
    await expect(waitForJob(runWith(), 'j1')).rejects.toMatchObject({
      kind: 'job',
      message: 'volume.create of db failed: The drive is gone.',
    });
  });

  it('ends at --timeout, and names the command to continue with', async () => {
    answers = [job('running')];
    await expect(waitForJob(runWith({ timeout: ['0.3s'] }), 'j1')).rejects.toMatchObject({ kind: 'timeout', advice: 'weft job wait j1' });
  });

  it('ends at Ctrl-C without touching the job', async () => {
    answers = [job('running')];
    const controller = interrupt();
    setTimeout(() => controller.abort(), 100);
    await expect(waitForJob(runWith({}, controller.signal), 'j1')).rejects.toMatchObject({
      kind: 'interrupted',
      advice: 'weft job wait j1',
    });
  });

  it('bears a server that is away for a while, and gives up after the bound', { timeout: 30_000 }, async () => {
    answers = [undefined, job('done')];
    await waitForJob(runWith(), 'j1');
    expect(messages).toContain('The job continues; trying again');
    answers = [undefined];
    await expect(waitForJob(runWith(), 'j1', 1000)).rejects.toMatchObject({ kind: 'unreachable', advice: 'weft job wait j1' });
  });

  it('lets no name control the terminal', async () => {
    answers = [job('done', { subject: { kind: 'volume', id: 'v1', name: 'db\u001b[2J' } })];
    await waitForJob(runWith(), 'j1');
    expect(messages).toContain('db\\u001b[2J');
  });
});
