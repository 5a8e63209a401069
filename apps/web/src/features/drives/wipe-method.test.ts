import { describe, expect, it } from 'vitest';
import type { Drive } from '../../api/types.js';
import { sanitizes, sanitizeText, usedMethodText, wipeMethodText } from './wipe-method.js';

type Sanitize = NonNullable<Drive['sanitize']>;
const of = (more: Partial<Sanitize> = {}) => ({
  sanitize: { actions: ['block-erase' as const], besides: 'nothing' as const, state: 'never' as const, progressRatio: null, ...more },
});

describe('the method of a wipe', () => {
  it('is sanitize where Weft can, unless zeros are asked for', () => {
    expect(sanitizes(of())).toBe(true);
    expect(wipeMethodText(of(), false)).toContain('Method: sanitize. The drive erases all of its media itself (block erase)');
    expect(wipeMethodText(of(), true)).toBe('Method: zero. Every block is overwritten with zeros.');
  });

  it('is zero otherwise, with the reason', () => {
    expect(sanitizes({ sanitize: null })).toBe(false);
    expect(wipeMethodText({ sanitize: null }, false)).toContain('does not report');
    expect(wipeMethodText(of({ besides: 'namespaces' }), false)).toContain('Method: zero.');
    expect(wipeMethodText(of({ besides: 'namespaces' }), false)).toContain('other namespaces');
  });

  it('is shown on the page of the drive, and in its records', () => {
    expect(sanitizeText(of())).toBe('block erase');
    expect(sanitizeText(of({ state: 'running', progressRatio: 0.42 }))).toBe('running, 42 %');
    expect(sanitizeText(of({ state: 'failed' }))).toBe('the last one failed');
    expect(sanitizeText(of({ actions: [] }))).toContain('neither block erase nor crypto erase');
    expect(usedMethodText({ method: 'zero', sanitizeAction: null })).toBe('zero');
    expect(usedMethodText({ method: 'sanitize', sanitizeAction: 'crypto-erase' })).toBe('sanitize, crypto erase');
  });
});
