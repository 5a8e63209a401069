import { readFileSync } from 'node:fs';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from './openapi.js';

const document = openApiDocument() as {
  paths: Record<string, Record<string, { operationId: string }>>;
  components: Record<string, Record<string, unknown>>;
};

describe('the OpenAPI document', () => {
  test('matches the committed file (npm run openapi -w @weft/server)', () => {
    const committed = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as unknown;
    expect(committed).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('has one operation per endpoint', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(operations.sort()).toEqual(Object.keys(endpoints).sort());
  });

  test('defines every component that it references', () => {
    const names = [...JSON.stringify(document).matchAll(/#\/components\/(\w+)\/([\w-]+)/g)];
    for (const [, kind = '', name = ''] of names) expect(Object.keys(document.components[kind] ?? {})).toContain(name);
    expect(names.length).toBeGreaterThan(100);
  });
});
