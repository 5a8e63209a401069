import type { Message } from '@weft/shared/text/message';
import { errorPart } from '@weft/shared/text/rendering/render-error';
import { guessForm, isLeaked } from './leaked-passwords.js';

/** The first words in every list of common passwords, and words of this product. */
const COMMON =
  'administrator admin password passwort passw0rd p@ssw0rd letmein welcome changeme iloveyou qwerty qwertz azerty default secret storage nvme weft root test login monkey dragon football baseball sunshine princess superman master shadow summer winter hello'.split(
    ' ',
  );
const LEAST_DISTINCT = 5;
const LEAST_OWN = 8;
/** Adjacent characters on keyboards and in the alphabet: a run of them counts as one guess. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop'];
const RUN = 4;

/** Length of the shortest piece that the text repeats; the length of the text if it repeats none. */
function period(text: string): number {
  for (let length = 1; length <= text.length / 2; length++) {
    const piece = text.slice(0, length);
    if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return length;
  }
  return text.length;
}

const isRun = (text: string): boolean => ROWS.some((row) => row.includes(text) || [...row].reverse().join('').includes(text));

/** The text with each piece of two or more characters once where it follows itself. */
const withoutRepeats = (text: string): string => text.replace(/(.{2,}?)\1+/gs, '$1');

/** The text without runs of four or more adjacent characters. */
function withoutRuns(text: string): string {
  let left = '';
  for (let at = 0; at < text.length; ) {
    let length = RUN;
    if (!isRun(text.slice(at, at + length)) || at + length > text.length) {
      left += text[at];
      at++;
      continue;
    }
    while (at + length < text.length && isRun(text.slice(at, at + length + 1))) length++;
    at += length;
  }
  return left;
}

/**
 * Why a password is easy to guess, or null. NIST SP 800-63B, 3.1.1.2: common, leaked, repetitive, sequential and context-specific values are refused;
 * there are no rules of composition. docs/decisions/passwords.md.
 */
export async function weaknessOf(password: string, userName: string): Promise<Message | null> {
  const text = guessForm(password);
  if (new Set(text).size < LEAST_DISTINCT) return errorPart('password-few-characters', { leastCharacters: LEAST_DISTINCT });
  if (period(text) <= text.length / 2 && period(text) < LEAST_OWN) return errorPart('password-repeats', {});
  let own = withoutRuns(withoutRepeats(text));
  for (const word of [userName.toLowerCase(), ...COMMON]) own = own.replaceAll(word, '');
  const letters = own.replace(/[^\p{L}\p{N}]/gu, '');
  if (letters.length < LEAST_OWN) return errorPart('password-common', { leastCharacters: LEAST_OWN });
  return (await isLeaked(password)) ? errorPart('password-leaked', {}) : null;
}
