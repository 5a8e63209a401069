import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promtool } from '@weft/test-support/prometheus';
import { expect, onTestFinished, test } from 'vitest';

const folder = fileURLToPath(new URL('../prometheus', import.meta.url));
const filesOf = (name: string) => readdirSync(join(folder, name)).map((file) => [file, join(folder, name, file)] as const);

test('passes promtool’s check of prometheus.yml, the rules and the files that they name', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'weft-prometheus-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  cpSync(folder, directory, { recursive: true });
  const token = join(directory, 'token');
  writeFileSync(token, 'a token');
  const config = join(directory, 'prometheus.yml');
  writeFileSync(
    config,
    readFileSync(config, 'utf8').replaceAll('/run/secrets/scrape-token', token).replaceAll('/run/secrets/agent-scrape-token', token),
  );
  const found = await promtool(['check', 'config', '--lint=all', '--lint-fatal', config]);
  expect(found.match(/SUCCESS: \d+ rules found/g)).toHaveLength(filesOf('rules').length);
});

test.each(filesOf('tests'))('fires and resolves alerts as the test cases of %s expect', async (_name, path) => {
  expect(await promtool(['test', 'rules', path])).toContain('SUCCESS');
});

test('passes promtool’s check of metric names, units and help', async () => {
  const text = readFileSync(new URL('../generated/metrics.prom', import.meta.url), 'utf8');
  expect(await promtool(['check', 'metrics'], text)).toBe('');
});
