import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeConfig } from '../config/config.js';
import { id } from '../testing/example-cluster.js';
import { parseArguments } from './arguments.js';
import { status } from './status.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'weft-status-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
});

test('reports the damaged assignment as a problem', async () => {
  const config = join(dir, 'agent.json');
  const node = id('node', 1);
  await writeConfig(config, {
    servers: ['https://weft.example:4000'],
    nodeId: node,
    clusterId: id('cluster', 1),
    name: 't1',
    credential: 'c'.repeat(43),
    hostId: node,
    hostNqn: 'nqn',
  });
  const problems = [{ code: 'assignment-damaged', message: 'assignment.json is damaged' }];
  await writeFile(
    join(dir, 'status.json'),
    JSON.stringify({ writtenAt: '', link: null, node: { bootId: '', generation: 0, objects: [], orphans: null, problems } }),
  );
  expect(await status(parseArguments(['status', '--config', config, '--state-dir', dir]))).toContain('problem: assignment.json is damaged');
});
