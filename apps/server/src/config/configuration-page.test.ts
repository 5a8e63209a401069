import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsTable } from './configuration-page.js';

test('given the schema, then docs/configuration.md holds its table', () => {
  const page = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  expect(page).toContain(settingsTable());
});
