import { describe, expect, it } from 'vitest';
import { absentText } from './absent-text.js';

describe('absentText', () => {
  it('shows an ellipsis before the first live value', () => {
    expect(absentText(false)).toBe('…');
  });

  it('shows "none" when a live value lacks this number', () => {
    expect(absentText(true)).toBe('none');
  });
});
