import { describe, expect, it } from 'vitest';
import { absentText } from './absent-text.js';

describe('absentText', () => {
  it('does not say none before the first live value', () => {
    expect(absentText(false)).toBe('…');
  });

  it('says none when a live value came without this number', () => {
    expect(absentText(true)).toBe('none');
  });
});
