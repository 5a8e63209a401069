/**
 * Dockerfile and docker-compose.yml, built and run by a Docker daemon of this test. The base images are made of packages of Debian and npm under the names
 * that the files use. Grafana is left out: its image cannot be had from these.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { findMongod } from '@weft/test-support/mongod';
import { findPrometheus } from '@weft/test-support/prometheus';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient, ProblemError, until } from '../../support/api-client.js';
import { DockerEngine } from '../../support/containers/docker-engine.js';
import { setUp } from '../../support/set-up.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const MIB = 2 ** 20;
const services = ['mongo1', 'mongo2', 'mongo3', 'replica-set', 'server1', 'server2', 'server3', 'prometheus'];
const urls = [4000, 4001, 4002].map((port) => `http://127.0.0.1:${port}`);

let engine: DockerEngine;
let sources: string;
const compose = (...args: string[]) =>
  run('docker-compose', ['--project-name', 'weft', ...args], { cwd: sources, env: engine.environment, maxBuffer: 2 ** 26 });
const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The files that git lists, as a fresh checkout has them, with the tokens that the file's first lines make. */
async function checkOut(folder: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 2 ** 26 });
  for (const file of stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  mkdirSync(join(folder, '.weft'));
  for (const name of ['scrape-token', 'agent-scrape-token']) writeFileSync(join(folder, '.weft', name), 'f'.repeat(48), { mode: 0o644 });
}

beforeAll(async () => {
  await setUp('containers');
  engine = await DockerEngine.start();
  sources = join(engine.folder, 'sources');
  await checkOut(sources);
  const baseImages = join(root, 'e2e/support/containers/base-images.sh');
  await run('sh', [baseImages, findMongod(), findPrometheus()], { env: engine.environment, maxBuffer: 2 ** 26 });
  await engine.docker('build', '--network', 'host', '--tag', 'weft-server', sources);
}, 1_200_000);
afterAll(async () => {
  await compose('down', '--volumes', '--timeout', '5').catch((error: Error) => console.error(error.message));
  await engine?.stop();
}, 120_000);

test('the image is under 250 MB, runs as another user than root, has no shell, and a check of its health', async () => {
  const [image] = JSON.parse(await engine.docker('image', 'inspect', 'weft-server')) as [
    { Size: number; Config: { User: string; Healthcheck: { Test: string[] } } },
  ];
  console.log(`the image has ${Math.round(image.Size / 1e6)} MB`);
  expect(image.Size).toBeLessThan(250e6);
  expect(image.Size).toBeGreaterThan(100 * MIB);
  expect(image.Config.User).toBe('65532:65532');
  expect(image.Config.Healthcheck.Test).toContain('/usr/lib/weft-server/container-health.mjs');
  await expect(engine.docker('run', '--rm', '--network', 'none', '--entrypoint', '/bin/sh', 'weft-server', '-c', 'true')).rejects.toThrow();
  expect(await engine.docker('run', '--rm', '--network', 'none', '--read-only', 'weft-server', '--version')).toMatch(/^\d+\.\d+\.\d+/);
});

describe.sequential('docker-compose.yml', () => {
  let admin: ApiClient;
  const password = 'horse staple battery';

  test('brings up three members, three healthy servers and Prometheus, which scrapes all three', { timeout: 300_000 }, async () => {
    await compose('up', '--detach', '--no-build', ...services);
    await until('three ready servers', 90, async () => ((await Promise.all(urls.map(isReady))).every(Boolean) ? true : undefined));
    for (const name of ['server1', 'server2', 'server3', 'mongo1', 'mongo2', 'mongo3'])
      await until(`${name} healthy`, 60, async () =>
        (await engine.docker('inspect', '--format', '{{.State.Health.Status}}', `weft_${name}_1`)).trim() === 'healthy' ? true : undefined,
      );
    await until('Prometheus scraping three servers', 120, async () => {
      const answer = await fetch('http://127.0.0.1:9090/api/v1/query?query=sum(up{job="weft-server"})');
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
      return data.result[0]?.value[1] === '3' ? true : undefined;
    });
  });

  test('has a read-only root file system, and the first password where its first lines say', async () => {
    const write = "try{require('fs').writeFileSync('/x','')}catch(e){console.log(e.code,process.getuid())}";
    expect(await engine.docker('exec', 'weft_server1_1', '/nodejs/bin/node', '-e', write)).toBe('EROFS 65532\n');
    const [, shown = ''] = /exec server1 (.*)$/m.exec(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) ?? [];
    const { stdout } = await run('sh', ['-c', `docker exec weft_server1_1 ${shown}`], { env: engine.environment });
    const first = stdout.trim();
    admin = new ApiClient(urls[0] as string);
    await admin.login('admin', first);
    await admin.call(endpoints.changePassword, { body: { currentPassword: first, newPassword: password } });
    // Its session is one of the cluster.
    const { items } = await admin.at(urls[1] as string).call(endpoints.listServers);
    expect(items.filter(({ online }) => online)).toHaveLength(3);
  });

  test('goes on without one server and one member', { timeout: 180_000 }, async () => {
    await engine.docker('kill', 'weft_server1_1', 'weft_mongo1_1');
    const other = admin.at(urls[2] as string);
    // Until a member is elected, reads and writes are refused, with the reason.
    await until('a write at another server', 60, async () => {
      try {
        const { version } = await other.call(endpoints.getSettings);
        return await other.call(endpoints.updateSettings, { body: { nodeLostAfterSeconds: 11 }, ifMatch: version });
      } catch (error) {
        if (error instanceof ProblemError && error.problem.status === 503) return undefined;
        throw error;
      }
    });
    expect((await other.call(endpoints.getSettings)).nodeLostAfterSeconds).toBe(11);
    await engine.docker('start', 'weft_mongo1_1', 'weft_server1_1');
    await until('the first server again', 90, async () => ((await isReady(urls[0] as string)) ? true : undefined));
  });
});
