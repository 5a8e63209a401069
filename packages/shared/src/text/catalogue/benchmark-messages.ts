import { entry } from '../entry.js';
import { t1 } from '../examples.js';
import { count, node, word } from '../field.js';
import { words } from '../words.js';

/* Steps of a benchmark's job, and why a benchmark failed. */
const phrase = (text: string) => entry({}, { message: () => words`${text}`, example: {} });

export const benchmarkJobMessages = {
  'benchmark-prepare': phrase('create and attach scratch volumes'),
  'benchmark-check': phrase('check the volumes'),
  'benchmark-precondition': entry(
    { percent: count },
    { message: ({ percent }) => words`write the volumes in full (${percent} %)`, example: { percent: 40 } },
  ),
  'benchmark-measure': entry(
    { step: count, steps: count },
    { message: ({ step, steps }) => words`measure (step ${step} of ${steps})`, example: { step: 3, steps: 15 } },
  ),
  'benchmark-remove': phrase('detach and delete scratch volumes'),
  'benchmark-cancelled': entry(
    { user: word },
    { message: ({ user }) => words`${user} cancelled it. The results until then are kept.`, example: { user: 'vera' } },
  ),
  'benchmark-client-lost': entry(
    { node, seconds: count },
    {
      message: ({ node, seconds }) =>
        words`${node} has been offline for more than ${seconds} s. Its agent has ended fio, and the results until then are kept. Start the benchmark again when it is back.`,
      example: { node: t1, seconds: 60 },
    },
  ),
  'benchmark-client-restarted': entry(
    { node },
    {
      message: ({ node }) =>
        words`${node}, or its agent, restarted during a step, which ended fio there. The results until then are kept. Start the benchmark again.`,
      example: { node: t1 },
    },
  ),
  'benchmark-client-not-ready': entry(
    { node, seconds: count },
    {
      message: ({ node, seconds }) =>
        words`${node} was not ready to start a step within ${seconds} s: its volumes do not answer, or its agent is of an earlier version. Nothing of this step was measured. See the volumes of the benchmark on the page of this node.`,
      example: { node: t1, seconds: 60 },
    },
  ),
  'benchmark-step-late': entry(
    { node, seconds: count },
    {
      message: ({ node, seconds }) =>
        words`${node} has not finished a step within ${seconds} s: its I/O blocks, or its agent is of an earlier version. See the volumes of the benchmark on the page of this node.`,
      example: { node: t1, seconds: 180 },
    },
  ),
  'benchmark-output-unusable': entry(
    { node, error: word },
    {
      message: ({ node, error }) => words`the output of fio at ${node} is not usable: ${error}`,
      example: { node: t1, error: 'fio reported error 5 for weft-1' },
    },
  ),
  'benchmark-volume-gone': entry(
    { volume: word },
    {
      message: ({ volume }) => words`volume ${volume} was detached or deleted during the benchmark. The results until then are kept.`,
      example: { volume: 'orders' },
    },
  ),
  'benchmark-scratch-refused': entry(
    { volume: word, error: word },
    {
      message: ({ volume, error }) => words`scratch volume ${volume} cannot be removed now, and the server tries again: ${error}`,
      example: { volume: 'bench-1a2b3c4d-1', error: 'Volume bench-1a2b3c4d-1 is in use by bash (pid 4711).' },
    },
  ),
  'benchmark-scratch-failed': entry(
    { volume: word, error: word },
    {
      message: ({ volume, error }) => words`scratch volume ${volume} could not be prepared: ${error}`,
      example: { volume: 'bench-1a2b3c4d-1', error: 'Attachment ID waits for t1.' },
    },
  ),
};
