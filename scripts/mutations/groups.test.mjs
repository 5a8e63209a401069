import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../setup.mjs';
import { groupsOf } from './groups.mjs';

describe('groupsOf', () => {
  it('finds safety code and tests for every path that it names', () => {
    const groups = groupsOf(root);
    expect(groups.map(({ name }) => name)).toEqual(['agent', 'server']);
    const code = groups.flatMap((group) => group.code);
    expect(code).toContain('packages/agent/src/ledger/locks.ts');
    expect(code).toContain('apps/server/src/domain/placement/placement-shortage.ts');
    expect(code).not.toContain('apps/server/src/domain/placement/growth.ts');
    expect(code.filter((file) => /\.(test|fixture)\.ts$/.test(file))).toEqual([]);
    expect(groups.flatMap(({ tests }) => tests).filter((file) => !file.endsWith('.test.ts') || file.includes('.medium.'))).toEqual([]);
  });

  it('keeps only the requested files, in their group', () => {
    const file = 'apps/server/src/domain/requests/evict.ts';
    expect(groupsOf(root, [file])).toMatchObject([{ name: 'server', code: [file] }]);
  });

  it('throws on a path that matches no code, or a path that matches no test', () => {
    const empty = mkdtempSync(join(tmpdir(), 'weft-groups-'));
    onTestFinished(() => rmSync(empty, { recursive: true }));
    expect(() => groupsOf(empty)).toThrow('packages/agent/src/plan, which matches no file');
    for (const file of ['packages/agent/src/plan/plan.ts', 'packages/agent/src/ledger/ledger.ts']) {
      mkdirSync(dirname(join(empty, file)), { recursive: true });
      writeFileSync(join(empty, file), '');
    }
    mkdirSync(join(empty, 'packages/agent/src/plan/empty'));
    expect(() => groupsOf(empty)).toThrow('packages/agent/src/plan, which matches no file');
    writeFileSync(join(empty, 'packages/agent/src/plan/plan.test.ts'), '');
    expect(() => groupsOf(empty)).toThrow('packages/agent/src/ledger, which matches no file');
  });
});
