import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UNUSED_HUES, usedColors } from './used-colors.js';

const web = new URL('.', import.meta.url);
const mantine = new URL('../../node_modules/@mantine/core/styles/', web);
const hue = new RegExp(`(?<![\\w-])(?:--mantine-color-)?(?:${UNUSED_HUES.join('|')})-(?:\\d|filled|light|outline|text)`);

test('nothing in the console uses a hue that the build leaves out', () => {
  // mantine-parts.ts takes the sheet of each component that is used; only one of them all, which is not, has such a hue.
  const sheets = readdirSync(mantine).filter((name) => name.endsWith('.layer.css') && !/^(Typography|default-css-variables)\./.test(name));
  const imported = sheets.map((name) => readFileSync(new URL(name, mantine), 'utf8'));
  const own = readdirSync(new URL('src', web), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx?)$/.test(name))
    .map((name) => readFileSync(new URL(`src/${name}`, web), 'utf8'));
  expect(imported.length).toBeGreaterThan(10);
  expect([...imported, ...own].flatMap((text) => text.match(hue) ?? [])).toEqual([]);
  expect(own.filter((text) => /import \{[^}]*\bTypography\b[^}]*\} from '@mantine/.test(text))).toEqual([]);
  const named = new RegExp(`color=["'{]+(?:${UNUSED_HUES.join('|')})\\b`);
  expect(own.flatMap((text) => text.match(named) ?? [])).toEqual([]);
});

test('leaves out these hues, and keeps the others', () => {
  const css = readFileSync(new URL('default-css-variables.css', mantine), 'utf8');
  const { handler } = usedColors().transform as unknown as { handler: (css: string) => string };
  const kept = handler(css);
  expect(kept).not.toMatch(hue);
  for (const name of ['teal', 'red', 'gray', 'dark', 'blue']) expect(kept).toContain(`--mantine-color-${name}-filled:`);
  expect(kept.length).toBeLessThan(0.6 * css.length);
});
