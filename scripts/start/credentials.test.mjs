import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secretsKeyFile } from './credentials.mjs';

test('makes the key of secrets once, for the owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-credentials-'));
  try {
    const file = secretsKeyFile(folder);
    const key = readFileSync(file, 'utf8');
    expect(key).toMatch(/^[0-9a-f]{64}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(secretsKeyFile(folder)).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe(key);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
