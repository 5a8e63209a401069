import { readFileSync, writeFileSync } from 'node:fs';
import { reconcilersTable } from './reconcile/reconcilers.js';

// `npm run docs -w @weft/server`, from the package's folder: writes the table of docs/architecture.md. A unit test checks it against the declarations.
const page = new URL('../../../../docs/architecture.md', import.meta.url);
const text = readFileSync(page, 'utf8');
const [before, after] = [/^[\s\S]*<!-- reconcilers -->\n/, /\n<!-- \/reconcilers -->[\s\S]*$/].map((part) => part.exec(text)?.[0]);
if (before === undefined || after === undefined)
  throw new Error('docs/architecture.md has no place for the table: <!-- reconcilers --> … <!-- /reconcilers -->');
writeFileSync(page, `${before}${reconcilersTable()}${after}`);
