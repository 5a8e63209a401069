import { BSON } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { encodeFrame, type Frame, framesOf } from './frames.js';

const document = (value: object): Frame => ({ type: 'document', bson: Buffer.from(BSON.serialize(value)) });
const frames: Frame[] = [
  { type: 'collection', name: 'nodes' },
  document({ _id: 'a' }),
  document({ _id: 'b', text: 'x'.repeat(5000) }),
  { type: 'collection', name: 'volumes' },
  { type: 'end', counts: { nodes: 2, volumes: 0 } },
];

async function read(bytes: Buffer, size = 700): Promise<Frame[]> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: Frame[] = [];
  for await (const frame of framesOf(pieces())) found.push(frame);
  return found;
}
const encoded = (list: Frame[]) => Buffer.concat(list.map(encodeFrame));

describe('framesOf', () => {
  it.each([1, 3, 700, 100_000])('returns the frames from pieces of %i bytes', async (size) => {
    expect(await read(encoded(frames), size)).toEqual(frames);
  });

  it('refuses content without an end, with bytes after it, or with another number of documents', async () => {
    const whole = encoded(frames);
    await expect(read(encoded(frames.slice(0, -1)))).rejects.toMatchObject({ fault: 'damaged' });
    await expect(read(whole.subarray(0, -1))).rejects.toMatchObject({ fault: 'damaged' });
    await expect(read(Buffer.concat([whole, Buffer.from([0])]))).rejects.toMatchObject({ fault: 'damaged' });
    await expect(read(encoded(frames.filter((_, index) => index !== 1)))).rejects.toMatchObject({ fault: 'damaged' });
    await expect(read(Buffer.from([9, 0, 0, 0, 0]))).rejects.toMatchObject({ fault: 'damaged' });
  });
});
