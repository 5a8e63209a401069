import { count, seconds, texts, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Errors of queries of statistics. */
export const statisticsErrors = {
  'time-range-empty': error('invalid-field', {}, () => words`The time asked for ends before it begins. Give an earlier \`from\`.`, {}),
  'metric-not-of-object': error(
    'invalid-field',
    { metric: word, object: word, kinds: texts },
    ({ metric, object, kinds }) => words`There is no ${metric} of ${object}: it is of ${kinds}.`,
    { metric: 'cpu-busy', object: 'volume:ID', kinds: ['client', 'target'] },
  ),
  'objects-of-several-kinds': error(
    'invalid-field',
    {},
    () => words`Only objects of one kind can be taken together: a volume and its leg do the same I/O.`,
    {},
  ),
  'cores-of-several-nodes': error(
    'invalid-field',
    { metric: word },
    ({ metric }) => words`Cores of several nodes cannot be taken together. Leave ${metric} out, or ask for one node.`,
    { metric: 'core-busy' },
  ),
  'too-many-values': error(
    'too-many-points',
    { mostValues: count, series: count, fittingStepSeconds: seconds.optional() },
    ({ mostValues, series, fittingStepSeconds }) =>
      words`The query asks for more than ${mostValues} values for ${series} series. ${wayOut(fittingStepSeconds)}`,
    { mostValues: 10_000, series: 1, fittingStepSeconds: 20 },
  ),
  'too-many-stored-points': error(
    'too-many-points',
    { mostPoints: count, fittingStepSeconds: seconds.optional() },
    ({ mostPoints, fittingStepSeconds }) =>
      words`The values are made of more than ${mostPoints} stored points. ${wayOut(fittingStepSeconds)}${fittingStepSeconds === undefined ? ' Classes and the cluster are stored as they are.' : ''}`,
    { mostPoints: 250_000, fittingStepSeconds: 60 },
  ),
  'too-many-large-queries': error(
    'rate-limited',
    { retryAfterSeconds: seconds },
    ({ retryAfterSeconds }) =>
      words`Too many large queries of statistics at once. Ask for less time, fewer objects or a longer step, or try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds: 5 },
  ),
};

const wayOut = (fittingStepSeconds: number | undefined): string =>
  fittingStepSeconds === undefined
    ? 'Ask for fewer objects or less time.'
    : `Ask for a step of ${fittingStepSeconds} s, or for fewer objects or less time.`;
