import { randomBytes } from 'node:crypto';
import { tokenHash } from '../../core/secrets/secrets.js';

const CODES = 10;
/** 80 bits: too many to guess even with the hashes, so they need no slow hash. */
const CHARACTERS = 16;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

const newCode = (): string =>
  Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');

export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newCode);

/** What people type, without the spaces and dashes that only help to read it. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

/** The stored form. */
export const recoveryHash = (userId: string, code: string): string => tokenHash(`${userId} ${plainCode(code)}`);
