import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|bench)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(`${src}/${path}`, 'utf8') }));
const schemas = files.filter(({ path }) => path.endsWith('-schema.ts'));

const pathsWith = (found: typeof files, pattern: RegExp) => found.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

/** The build gives those files their own copy of the contracts (own-schemas.ts); elsewhere a schema would bring zod onto every page. */
test('takes schemas of the contract in files named …-schema.ts only', () => {
  const others = files.filter((file) => !schemas.includes(file));
  expect(schemas.length).toBeGreaterThan(5);
  expect(pathsWith(others, /^(import|export)(?! type)[^;]*\b\w+Schema\b[^;]* from '@weft\/shared/m)).toEqual([]);
});

test('has no bound of a field besides the contract’s', () => {
  expect(pathsWith(schemas, /\.(min|max|gte?|lte?|length|regex|multipleOf)\(/)).toEqual([]);
  const features = files.filter(({ path }) => path.startsWith('features/'));
  expect(pathsWith(features, /\b(maxLength|minLength|pattern)=/)).toEqual([]);
});
