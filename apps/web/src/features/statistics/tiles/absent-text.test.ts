import { describe, expect, it } from 'vitest';
import { absentText } from './absent-text.js';

describe('absentText', () => {
  it('says nothing before the first live value', () => {
    expect(absentText(false)).toBeNull();
  });

  it('shows "none" when a live value lacks this number', () => {
    expect(absentText(true)).toBe('none');
  });
});
