import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { BSON } from 'mongodb';
import type { Version } from '../domain/moments/fold.js';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Higher levels take many times as long for a few percent (docs/decisions/time-travel.md). */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 };

/** Versions as compressed BSON: the documents keep the types that MongoDB has given them. The compression runs in a thread of the pool. */
export const packed = (versions: readonly Version[]): Promise<Buffer> => compress(BSON.serialize({ versions }), { params });

export const unpacked = async (bytes: Uint8Array): Promise<Version[]> => BSON.deserialize(await decompress(bytes))['versions'] as Version[];
