import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { Version } from '../domain/moments/fold.js';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Higher levels take many times as long for a few percent (docs/decisions/time-travel.md). */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 };

/**
 * Versions in V8's format of structured clones, which keeps dates and is safe to store (Node.js, "v8: Serialization API"), compressed in a thread of the
 * pool. It is decoded four times as fast as BSON, which is most of the time of a read (docs/decisions/time-travel.md).
 */
export const packed = (versions: readonly Version[]): Promise<Buffer> => compress(serialize(versions), { params });

export const unpacked = async (bytes: Uint8Array): Promise<Version[]> => deserialize(await decompress(bytes)) as Version[];
