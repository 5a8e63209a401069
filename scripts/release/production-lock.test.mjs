import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup.mjs';
import { productionLock } from './production-lock.mjs';

const lock = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'all', version: '1.0.0', license: 'MIT', workspaces: ['apps/*', 'libs/*'], devDependencies: { builder: '1' } },
    'apps/server': {
      name: '@all/server',
      version: '1.0.0',
      dependencies: { '@all/shared': '1.0.0', old: '1' },
      devDependencies: { '@all/tests': '1.0.0' },
    },
    'apps/server/node_modules/old': { version: '1.5.0', dependencies: { leaf: '1' }, optionalDependencies: { absent: '1' } },
    'libs/shared': { name: '@all/shared', version: '1.0.0', dependencies: { old: '2' }, peerDependencies: { peer: '1' } },
    'libs/tests': { name: '@all/tests', version: '1.0.0', dependencies: { runner: '1' } },
    'node_modules/@all/server': { resolved: 'apps/server', link: true },
    'node_modules/@all/shared': { resolved: 'libs/shared', link: true },
    'node_modules/@all/tests': { resolved: 'libs/tests', link: true },
    'node_modules/builder': { version: '1.0.0', dev: true },
    'node_modules/leaf': { version: '1.0.0' },
    'node_modules/old': { version: '2.0.0' },
    'node_modules/peer': { version: '1.0.0' },
    'node_modules/runner': { version: '1.0.0' },
  },
};

describe('productionLock', () => {
  it('keeps what the workspaces need at run time, each at the version that they resolve to', () => {
    const { packages } = productionLock(lock, ['apps/server', 'libs/shared']);
    expect(Object.keys(packages)).toEqual([
      '',
      'apps/server',
      'apps/server/node_modules/old',
      'libs/shared',
      'node_modules/@all/server',
      'node_modules/@all/shared',
      'node_modules/leaf',
      'node_modules/old',
      'node_modules/peer',
    ]);
    expect(packages['']).toEqual({ name: 'all', version: '1.0.0', license: 'MIT', workspaces: ['apps/server', 'libs/shared'] });
    expect(packages['apps/server']).not.toHaveProperty('devDependencies');
  });

  it('refuses a lock file without a dependency', () => {
    const { 'node_modules/leaf': _, ...packages } = lock.packages;
    expect(() => productionLock({ ...lock, packages }, ['apps/server', 'libs/shared'])).toThrow(
      'no leaf, which apps/server/node_modules/old',
    );
  });

  it('keeps no tool of tests and builds from the lock file of this repository', () => {
    const ours = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const { packages } = productionLock(ours, ['apps/server', 'packages/shared', 'packages/agent']);
    const names = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
    expect(names).toEqual(
      expect.arrayContaining(['mongodb', 'zod', '@node-rs/argon2', '@node-rs/argon2-linux-x64-gnu', '@fastify/cookie']),
    );
    expect(names.filter((name) => /^(vitest|vite|typescript|esbuild|react|@weft\/test-support)$/.test(name))).toEqual([]);
  });
});
