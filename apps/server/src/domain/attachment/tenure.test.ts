import { describe, expect, it } from 'vitest';
import { type AttachmentDocument, nextTenure, tenureOf } from '../documents/attachment.document.js';

const made = (tenure: number | undefined, at: number) => ({ spec: { tenure }, createdAt: new Date(at) }) as unknown as AttachmentDocument;

describe('nextTenure', () => {
  it('returns the current time when every earlier tenure is lower', () => {
    expect(nextTenure(undefined, [], new Date(1000))).toBe(1000);
    expect(nextTenure(900, [made(900, 900)], new Date(1000))).toBe(1000);
  });

  it('returns a value above every earlier tenure, even if the clock is behind', () => {
    expect(nextTenure(2000, [], new Date(1000))).toBe(2001);
    expect(nextTenure(undefined, [made(undefined, 3000), made(2500, 1)], new Date(1000))).toBe(3001);
  });

  it('tenureOf returns the creation time of an attachment without a stored tenure', () => {
    expect(tenureOf(made(undefined, 3000))).toBe(3000);
  });
});
