/** The client of the npm package `@weft/cli`, installed from the package, as a program of a user imports it. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../../support/api-client.js';
import { ScriptedCluster } from '../../../support/scripted-cluster.js';

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const cluster = new ScriptedCluster(['t1', 't2'] as const);
let folder: string;
let api: ApiClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-js-'));
  const { stdout } = await run(process.execPath, [here('../../../../packages/cli/packaging/build-npm.mjs'), folder]);
  const installed = join(folder, 'node_modules/@weft/cli');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', stdout.trim(), '--strip-components=1', '-C', installed]);
  ({ api } = await cluster.start());
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

it('runs the example of docs/cli.md', async () => {
  const { token } = await api.call(endpoints.createApiToken, { body: { name: 'js', role: 'operator', expiresInDays: 1 } });
  const page = await readFile(here('../../../../docs/cli.md'), 'utf8');
  const [, example = ''] =
    /<!-- run by: e2e\/medium\/rest\/automation\/js-client.medium.test.ts -->\n```js\n([\s\S]*?)```/.exec(page) ?? [];
  await writeFile(join(folder, 'example.mjs'), example);
  const env = { PATH: process.env.PATH, WEFT_SERVER: api.url, WEFT_TOKEN: token };
  expect(await run(process.execPath, ['example.mjs'], { cwd: folder, env })).toEqual({
    stdout: '412 version-mismatch conflict\n',
    stderr: '',
  });
  const { items } = await api.call(endpoints.listVolumes);
  expect(items).toMatchObject([{ name: 'js', description: 'made by a program', state: 'available' }]);
});
