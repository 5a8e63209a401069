// `npm run generate -w @weft/dashboards`: writes what generated.ts makes; a unit test holds the committed files to it.
import { readFileSync, writeFileSync } from 'node:fs';
import { generated } from './generated.js';

const root = new URL('../../', import.meta.url);
const files = generated((path) => readFileSync(new URL(path, root), 'utf8'));
for (const [path, text] of Object.entries(files)) writeFileSync(new URL(path, root), text);
console.log(`written: ${Object.keys(files).join(', ')}`);
