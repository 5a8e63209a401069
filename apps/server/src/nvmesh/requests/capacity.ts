import { badField } from '../dialect/reasons.js';
import { BLOCK_BYTES } from '../nouns/raid-levels.js';

const EXPONENTS = ['', 'k', 'm', 'g', 't', 'p'];

/**
 * Bytes of a capacity: a number of bytes, or a text with a unit as NVMeshSDK reads it (1g: 10^9 bytes, 1GiB: 2^30), rounded up to whole blocks. MAX: null.
 * @throws Refusal
 */
export function bytesOf(capacity: unknown): number | null {
  if (typeof capacity === 'string' && capacity.toLowerCase() === 'max') return null;
  const bytes = typeof capacity === 'number' ? capacity : parsed(capacity);
  if (bytes === undefined || !Number.isFinite(bytes) || bytes <= 0 || bytes > Number.MAX_SAFE_INTEGER)
    throw badField('capacity', 'must be a number of bytes, a text such as 10GiB, or MAX');
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}

function parsed(capacity: unknown): number | undefined {
  if (typeof capacity !== 'string') return undefined;
  const [, value = '', prefix = '', binary] = /^\s*(\d{1,15}(?:\.\d{1,9})?)\s*([kmgtp]?)(i?)b?\s*$/i.exec(capacity) ?? [];
  if (value === '' || (prefix === '' && binary)) return undefined;
  return Number(value) * (binary ? 1024 : 1000) ** EXPONENTS.indexOf(prefix.toLowerCase());
}
