import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reconcilersTable } from './reconcilers.js';

describe('reconcilers', () => {
  it('are listed in docs/architecture.md as declared (npm run docs -w @weft/server)', () => {
    const page = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8');
    expect(/<!-- reconcilers -->\n([\s\S]*)\n<!-- \/reconcilers -->/.exec(page)?.[1]).toBe(reconcilersTable());
  });
});
