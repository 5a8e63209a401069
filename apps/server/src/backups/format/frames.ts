import { damaged } from './backup-errors.js';
import { ByteReader } from './byte-reader.js';

/** Parts of the content: the start of a collection, its documents (BSON), and at the end the number of documents of each collection. */
export type Frame =
  | { type: 'collection'; name: string }
  | { type: 'document'; bson: Buffer }
  | { type: 'end'; counts: Record<string, number> };

const TYPES = ['collection', 'document', 'end'] as const;
/** MongoDB's limit for a document is 16 MiB. */
const LONGEST = 16 * 2 ** 20 + 16 * 1024;

const payloadOf = (frame: Frame): Buffer =>
  frame.type === 'document' ? frame.bson : Buffer.from(frame.type === 'collection' ? frame.name : JSON.stringify(frame.counts));

export function encodeFrame(frame: Frame): Buffer {
  const payload = payloadOf(frame);
  const start = Buffer.alloc(5);
  start.writeUInt8(TYPES.indexOf(frame.type));
  start.writeUInt32BE(payload.length, 1);
  return Buffer.concat([start, payload]);
}

function decodeFrame(type: (typeof TYPES)[number] | undefined, payload: Buffer): Frame {
  if (type === 'document') return { type, bson: payload };
  if (type === 'collection') return { type, name: payload.toString('utf8') };
  if (type === 'end') return { type, counts: JSON.parse(payload.toString('utf8')) as Record<string, number> };
  throw damaged('content');
}

const cut = () => damaged('content ends too early');

/** Parts of the content. Ends after a complete `end` whose counts fit. @throws BackupError */
export async function* framesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const reader = new ByteReader(content);
  const counts: Record<string, number> = {};
  let collection = '';
  for (;;) {
    const start = await reader.exactly(5, cut);
    const size = start.readUInt32BE(1);
    if (size > LONGEST) throw damaged('content');
    const frame = decodeFrame(TYPES[start.readUInt8()], await reader.exactly(size, cut));
    if (frame.type === 'collection') {
      collection = frame.name;
      counts[collection] = 0;
    } else if (frame.type === 'document') counts[collection] = (counts[collection] ?? 0) + 1;
    else if (JSON.stringify(frame.counts) !== JSON.stringify(counts)) throw damaged('number of documents');
    yield frame;
    if (frame.type === 'end') break;
  }
  if (!(await reader.isAtEnd())) throw damaged('content after its end');
}
