import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mantineParts } from './mantine-parts.js';

const mantine = fileURLToPath(new URL('../../node_modules/@mantine/core/', import.meta.url));
const parts = mantineParts(`${mantine}styles`).find(({ name }) => name === 'mantine-parts')?.transform as unknown as {
  filter: { id: RegExp[] };
  handler: (code: string, id: string) => string | null;
};
/** theme/mantine.css has these. */
const BASE = ['baseline', 'default-css-variables', 'global'];

test('every style sheet of Mantine comes with the module that it is for', () => {
  const modules = readdirSync(`${mantine}esm`, { recursive: true, encoding: 'utf8' });
  const sheets = readdirSync(`${mantine}styles`).flatMap((file) => /^(.+)\.layer\.css$/.exec(file)?.[1] ?? []);
  const own = sheets.filter((name) => !BASE.includes(name));
  expect(own.length).toBeGreaterThan(50);
  for (const name of own) {
    const file = modules.find((each) => each.endsWith(`/${name}.mjs`));
    const id = `${mantine}esm/${file}`;
    expect(
      parts.filter.id.some((pattern) => pattern.test(id)),
      id,
    ).toBe(true);
    expect(parts.handler('', id)).toContain(`@mantine/core/styles/${name}.layer.css`);
  }
});

test('leaves out what would write style elements', () => {
  for (const name of ['MantineCssVariables', 'MantineClasses'])
    expect(parts.handler('old', `${mantine}esm/core/MantineProvider/${name}/${name}.mjs`)).toBe(`export const ${name} = () => null;`);
});
