import { describe, expect, it } from 'vitest';
import { type AttachmentDocument, nextTenure, tenureOf } from '../documents/attachment.document.js';

const made = (tenure: number | undefined, at: number) => ({ tenure, createdAt: new Date(at) }) as unknown as AttachmentDocument;

describe('nextTenure', () => {
  it('is the time, so that it is later than all that a restored database has forgotten', () => {
    expect(nextTenure(undefined, [], new Date(1000))).toBe(1000);
    expect(nextTenure(900, [made(900, 900)], new Date(1000))).toBe(1000);
  });

  it('is later than every one before, also on a server whose clock is behind', () => {
    expect(nextTenure(2000, [], new Date(1000))).toBe(2001);
    expect(nextTenure(undefined, [made(undefined, 3000), made(2500, 1)], new Date(1000))).toBe(3001);
  });

  it('counts an attachment of an earlier version from when it was made', () => {
    expect(tenureOf(made(undefined, 3000))).toBe(3000);
  });
});
