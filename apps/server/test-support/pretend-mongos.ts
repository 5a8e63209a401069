import { createServer } from 'node:net';
import { BSON, type Document } from 'mongodb';

/** Operation codes of the wire protocol of MongoDB (MongoDB manual, "MongoDB Wire Protocol"). */
const OP_REPLY = 1;
const OP_MSG = 2013;
const HEADER_BYTES = 16;

/** What a mongos answers to `hello` (MongoDB manual, "hello", "Sharded Instances"). */
const hello = { ismaster: true, isWritablePrimary: true, msg: 'isdbgrid', helloOk: true, minWireVersion: 0, maxWireVersion: 17, ok: 1 };

function answerTo(request: Buffer): Buffer {
  const [requestId, opCode] = [request.readInt32LE(4), request.readInt32LE(12)];
  const isMessage = opCode === OP_MSG;
  const command: Document = isMessage ? BSON.deserialize(request.subarray(HEADER_BYTES + 5)) : {};
  const body = BSON.serialize(isMessage && !('hello' in command) ? { ok: 1 } : hello);
  // OP_MSG: flags, and the kind of its section. OP_REPLY: flags, cursor (8 bytes), start, number of documents.
  const before = Buffer.alloc(isMessage ? 5 : 20);
  if (!isMessage) before.writeInt32LE(1, 16);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + before.length + body.length, 0);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(isMessage ? OP_MSG : OP_REPLY, 12);
  return Buffer.concat([header, before, body]);
}

/** Answers the first commands of a driver as the router of a sharded cluster does. It has no data. */
export async function startPretendMongos(): Promise<{ uri: string; stop(): void }> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
        const request = received.subarray(0, received.readInt32LE(0));
        received = received.subarray(request.length);
        socket.write(answerTo(request));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { uri: `mongodb://127.0.0.1:${port}/`, stop: () => void server.close() };
}
