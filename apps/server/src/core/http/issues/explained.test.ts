import { volumeCreateSchema } from '@weft/shared/kinds/volume';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explained } from './explained.js';

const said = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value, { error: explained }).error?.issues.map(({ message }) => message) ?? [];

describe('explained', () => {
  it.each([
    [z.object({ a: z.string() }), {}, ['is missing']],
    [z.object({}), 'all', ['must be an object']],
    [z.string(), 5, ['must be a text']],
    [z.int(), 1.5, ['must be a whole number']],
    [z.boolean(), 'yes', ['must be true or false']],
    [z.number().min(1).multipleOf(4), -2, ['must be at least 1', 'must be a multiple of 4']],
    [z.string().min(2), 'a', ['must have at least 2 characters']],
    [z.array(z.string()).max(1), ['a', 'b'], ['must have at most 1 items']],
    [z.number().gt(0), 0, ['must be more than 0']],
    [z.uuid(), '123', ['must be an id (a UUID)']],
    [z.iso.datetime(), 'now', ['must be a time such as 2026-11-29T10:00:00Z']],
    [z.enum(['a', 'b']), 'c', ['must be one of a, b']],
    [z.literal('a'), 'c', ['must be a']],
  ] as [z.ZodType, unknown, string[]][])('says of %j with %j what it must be', (schema, value, sentences) => {
    expect(said(schema, value)).toEqual(sentences);
  });

  it("leaves a schema's own sentence", () => {
    expect(said(z.string().min(12, 'must have at least 12 letters'), 'a')).toEqual(['must have at least 12 letters']);
  });

  it('says of the size of a volume what it must be', () => {
    const volume = { name: 'db', sizeBytes: 2, protection: 'raid1', driveClassId: '0c6ad1a6-35c2-4d6f-9a3e-0f4d6f4f8f11' };
    expect(said(volumeCreateSchema, volume)).toEqual(['must be at least 1048576', 'must be a multiple of 4096']);
  });
});
