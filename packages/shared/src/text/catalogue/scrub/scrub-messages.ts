import { entry } from '../../entry.js';
import { drive0, leg0, t1 } from '../../examples.js';
import { bytes, messages, moment } from '../../field.js';
import { at, words } from '../../words.js';

const MOMENT = '2026-11-21T14:16:31.725Z';

/* The condition MismatchesFound of a volume. */
export const scrubMessages = {
  'mismatches-found': entry(
    { mismatchBytes: bytes, checkedBytes: bytes, ended: moment },
    {
      message: ({ mismatchBytes, checkedBytes, ended }) =>
        words`the scrub that ended ${at(ended)} found ${mismatchBytes} of ${checkedBytes} bytes in ranges where the halves of the mirror differ`,
      unblockedBy: () =>
        words`finding out what differs (docs/data-services.md); a scrub that finds no mismatch, or a repair that a person orders, ends this`,
      example: { mismatchBytes: 65_536, checkedBytes: 1_073_741_824, ended: MOMENT },
    },
  ),
  'mismatches-of-half': entry(
    { mismatchBytes: bytes, checkedBytes: bytes, ended: moment, halves: messages },
    {
      message: ({ mismatchBytes, checkedBytes, ended, halves }) =>
        words`the scrub that ended ${at(ended)} found ${mismatchBytes} of ${checkedBytes} bytes in ranges that differ or have wrong checksums; wrong, and repaired from another half, was: ${halves}`,
      unblockedBy: () => words`a scrub that finds no mismatch`,
      example: {
        ...{ mismatchBytes: 65_536, checkedBytes: 1_073_741_824, ended: MOMENT },
        halves: [{ code: 'leg-checksum-errors', params: { leg: leg0, node: t1, drive: drive0, errors: 3 } }],
      },
    },
  ),
  'no-mismatches': entry(
    { ended: moment },
    { message: ({ ended }) => words`the scrub that ended ${at(ended)} found no mismatch`, example: { ended: MOMENT } },
  ),
  'mismatches-repaired': entry(
    { mismatchBytes: bytes, ended: moment },
    {
      message: ({ mismatchBytes, ended }) =>
        words`the repair that ended ${at(ended)} copied the first half over ranges of ${mismatchBytes} bytes that differed`,
      example: { mismatchBytes: 65_536, ended: MOMENT },
    },
  ),
};
