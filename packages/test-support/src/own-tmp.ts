import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's globalSetup of the unit tier: temporary files of all its tests are in one directory, which is removed when they end. */
export default function setup(): () => void {
  const before = process.env.TMPDIR;
  const own = mkdtempSync(join(tmpdir(), 'weft-unit-'));
  process.env.TMPDIR = own;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(own, { recursive: true });
  };
}
