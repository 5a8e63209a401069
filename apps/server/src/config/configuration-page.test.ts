import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsTable } from './configuration-page.js';

test('docs/configuration.md contains the table of the settings schema', () => {
  const page = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  expect(page).toContain(settingsTable());
});
