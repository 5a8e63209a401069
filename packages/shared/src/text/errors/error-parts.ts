import { entry } from '../entry.js';
import { drive0, t1 } from '../examples.js';
import { bytes, count, drive, node, word } from '../field.js';
import { quote, words } from '../words.js';
import { bytesText, neededText } from './phrases.js';

/* Parts of errors: they stand in the data of an error, never alone. */
export const errorParts = {
  'invalid-input': entry(
    { field: word, explanation: word },
    {
      message: ({ field, explanation }) => words`${field}: ${quote(explanation)}`,
      example: { field: 'sizeBytes', explanation: 'must be a number' },
    },
  ),
  'password-few-characters': entry(
    { leastCharacters: count },
    {
      message: ({ leastCharacters }) => words`it has fewer than ${leastCharacters} different characters`,
      example: { leastCharacters: 5 },
    },
  ),
  'password-repeats': entry({}, { message: () => words`it repeats one short piece`, example: {} }),
  'password-common': entry(
    { leastCharacters: count },
    {
      message: ({ leastCharacters }) =>
        words`without the user name, common words and runs as in "1234" or "qwerty" it has fewer than ${leastCharacters} letters and digits`,
      example: { leastCharacters: 8 },
    },
  ),
  'password-leaked': entry({}, { message: () => words`it is in a list of passwords that became known by breaches`, example: {} }),
  'drive-too-full': entry(
    { drive, node, freeBytes: bytes, neededBytes: bytes },
    {
      message: ({ drive, node, freeBytes, neededBytes }) =>
        words`drive ${drive} of ${node} has ${bytesText(freeBytes)} free, ${neededText(neededBytes)} more are needed`,
      example: { drive: drive0, node: t1, freeBytes: 2 ** 30, neededBytes: 2 ** 31 },
    },
  ),
  'domain-drives': entry(
    { domain: word, drives: count },
    { message: ({ domain, drives }) => words`${domain} has ${drives}`, example: { domain: 'rack-1', drives: 2 } },
  ),
  'domain-space': entry(
    { domain: word, fittingDrives: count, neededDrives: count, freeBytes: bytes },
    {
      message: ({ domain, fittingDrives, neededDrives, freeBytes }) =>
        neededDrives === 1
          ? words`${domain} has ${fittingDrives}, its best drive has ${bytesText(freeBytes)} free`
          : words`${domain} has ${fittingDrives}, its best ${neededDrives} have ${bytesText(freeBytes)} free each`,
      example: { domain: 'rack-1', fittingDrives: 0, neededDrives: 1, freeBytes: 2 ** 30 },
    },
  ),
  'node-space': entry(
    { nodeName: word, freeBytes: bytes },
    {
      message: ({ nodeName, freeBytes }) => words`${nodeName} has at least one with only ${bytesText(freeBytes)}`,
      example: { nodeName: 't1', freeBytes: 2 ** 30 },
    },
  ),
};
