#!/usr/bin/env node
// Writes src/api/schema.ts from the server's openapi.json; a unit test holds the committed file to it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

export const target = fileURLToPath(new URL('src/api/schema.ts', import.meta.url));

/** The types of the API, as text. */
export async function generateClient() {
  const document = JSON.parse(readFileSync(new URL('../server/openapi.json', import.meta.url), 'utf8'));
  const types = astToString(await openapiTS(document, { alphabetize: true, defaultNonNullable: false }));
  return `// Generated from apps/server/openapi.json by \`npm run generate --workspace apps/web\`. Do not edit.\n${types}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await generateClient());
