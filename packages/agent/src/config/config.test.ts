import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { id, temporaryFolder } from '../testing/example-cluster.js';
import { readConfig, storeCredential, writeConfig } from './config.js';

it('stores a new credential of the same node and keeps all other fields', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'agent.json');
  const config = {
    servers: ['https://weft.example:4000'],
    nodeId: id('node', 1),
    clusterId: id('cluster', 1),
    name: 't1',
    credential: 'c'.repeat(43),
    hostId: id('node', 1),
    hostNqn: 'nqn',
    logLevel: 'debug',
  };
  await writeFile(path, JSON.stringify(config));
  await storeCredential(path, config.nodeId, 'd'.repeat(43));
  expect(await readConfig(path)).toEqual({ ...config, credential: 'd'.repeat(43) });
  expect(await readdir(folder)).toEqual(['agent.json']);
  await expect(storeCredential(path, id('node', 2), 'e'.repeat(43))).rejects.toThrow('restart the agent');
  expect(await readConfig(path)).toMatchObject({ credential: 'd'.repeat(43) });
});

it('leaves one complete configuration and no other file after concurrent writes', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'agent.json');
  const config = {
    servers: ['https://weft.example:4000'],
    nodeId: id('node', 1),
    clusterId: id('cluster', 1),
    name: 't1',
    credential: 'c'.repeat(43),
    hostId: id('node', 1),
    hostNqn: 'nqn',
  };
  const credentials = Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at).repeat(40 + at));
  await Promise.all(credentials.map((credential) => writeConfig(path, { ...config, credential })));
  expect(credentials).toContain((await readConfig(path)).credential);
  expect(await readdir(folder)).toEqual(['agent.json']);
});
