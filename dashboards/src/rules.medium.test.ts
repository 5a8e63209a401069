import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prometheusRules } from '@weft/shared/alerts/prometheus-rules';
import { promtool } from '@weft/test-support/prometheus';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';

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

test('fires for a volume that misses its latency objective, when one is set', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'weft-prometheus-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  cpSync(join(folder, 'objectives'), directory, { recursive: true });
  const rules = prometheusRules(({ name }) => (name === 'WeftLatencyObjectiveMissed' ? 0.001 : undefined));
  writeFileSync(join(directory, 'rules.yml'), stringify(rules));
  expect(await promtool(['check', 'rules', join(directory, 'rules.yml')])).toContain('SUCCESS');
  expect(await promtool(['test', 'rules', join(directory, 'latency-objective.test.yml')])).toContain('SUCCESS');
});

test('passes promtool’s check of metric names, units and help', async () => {
  const text = readFileSync(new URL('../generated/metrics.prom', import.meta.url), 'utf8');
  expect(await promtool(['check', 'metrics'], text)).toBe('');
});
