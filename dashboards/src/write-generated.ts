// `npm run generate -w @weft/dashboards`: writes the files of generated.ts; a unit test compares the committed files to them.
import { readFileSync, writeFileSync } from 'node:fs';
import { generated } from './generated.js';

const root = new URL('../../', import.meta.url);
const files = generated((path) => readFileSync(new URL(path, root), 'utf8'));
for (const [path, text] of Object.entries(files)) writeFileSync(new URL(path, root), text);
console.log(`written: ${Object.keys(files).join(', ')}`);
