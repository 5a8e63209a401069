import { entry } from '../../entry.js';
import { count, seconds } from '../../field.js';
import { words } from '../../words.js';

/* Why a client does not scrub a volume now. It goes on where it was when the reason ends. */
const phrase = (text: string) => entry({}, { message: () => words`${text}`, example: {} });

export const scrubReasons = {
  'scrub-not-whole': phrase(
    'the mirror lacks a half, moves a leg, resyncs or grows; the scrub goes on by itself when the mirror is whole and md syncs nothing',
  ),
  'scrub-elsewhere': phrase('this client scrubs another volume now; one is scrubbed at a time'),
  'scrub-foreign': phrase('md runs a check of this array that Weft has not started (cron, a person); the scrub waits for its end'),
  'scrub-unsupported': phrase('the kernel of this client shows no checks of the array'),
  /** Hours UTC. */
  'scrub-hours': entry(
    { from: count, to: count },
    { message: ({ from, to }) => words`scheduled scrubs run from ${from}:00 to ${to}:00 UTC`, example: { from: 1, to: 5 } },
  ),
  'scrub-latency': entry(
    { objectiveSeconds: seconds },
    {
      message: ({ objectiveSeconds }) =>
        words`too much of the I/O of the volume takes longer than its latency objective of ${objectiveSeconds} s; the scrub pauses for at least a minute`,
      example: { objectiveSeconds: 0.002 },
    },
  ),
  'scrub-latency-unknown': phrase('the volume has a latency objective, and this client has not measured its latency yet'),
  'scrub-rests': phrase('the scrub was interrupted less than a minute ago; it goes on by itself'),
};
