import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { files } from './build-deb.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'));
const deploy = (path) => readFileSync(join(here, '../deploy', path), 'utf8');

describe('the Debian package', () => {
  it('has every file of its folder, and a program that sh can run', () => {
    for (const [from] of files.filter(([path]) => path.startsWith('packaging/')))
      expect(existsSync(join(here, '..', from)), from).toBe(true);
    execFileSync('sh', ['-n', join(here, 'weft-csi')]);
    expect(statSync(join(here, 'weft-csi')).mode & 0o111).not.toBe(0);
  });
});

describe('the manifests', () => {
  it('have the version of the driver in every place', () => {
    for (const path of ['weft-csi/manifests/controller.yaml', 'weft-csi/manifests/node.yaml', 'weft-csi/values.yaml'])
      expect(deploy(path), path).toContain(`image: weft-csi:${version}\n`);
    expect(deploy('weft-csi/Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
  });

  it('have every text that the chart replaces by a value', () => {
    const all = ['driver', 'rbac', 'controller', 'node'].map((name) => deploy(`weft-csi/manifests/${name}.yaml`)).join('\n');
    const replaced = [...deploy('weft-csi/templates/manifests.yaml').matchAll(/replace "([^"]+)"/g)].map(([, text]) => text);
    expect(replaced).toHaveLength(5);
    for (const text of replaced) expect(all).toContain(text);
  });
});
