import { entry } from '../../entry.js';
import { report } from '../../examples.js';
import { count, message, word } from '../../field.js';
import { words } from '../../words.js';

/** Plural of the nouns of events. */
const plurals: Readonly<Record<string, string>> = {
  ...{ volume: 'volumes', attachment: 'attachments', node: 'nodes', drive: 'drives', job: 'jobs', alert: 'alerts' },
  'drive-class': 'drive classes',
};

interface Subject {
  kind: string;
  name: string;
  subjects: number;
}
/** `volume db`, `24 nodes`. */
const who = ({ kind, name, subjects }: Subject): string =>
  subjects > 1 ? `${subjects} ${plurals[kind] ?? kind}` : kind === 'settings' ? name : `${kind.replace('-', ' ')} ${name}`;
const were = ({ subjects }: Subject): string => (subjects > 1 ? 'were' : 'was');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const often = (times: number, subjects: number): string => (times > subjects ? ` It changed ${times} times.` : '');

/** A connection that was lost and came back at least three times, on average of the objects. */
const flaps = (part: string, count: number, subjects: number): boolean => part === 'connection' && count >= 6 * subjects;

const subject = { kind: word, name: word, subjects: count };
const t1 = { kind: 'node', name: 't1', subjects: 1 };

/* Sentences of events. `name`: of the first object; `subjects`: number of objects; `count`: number of changes. */
export const eventMessages = {
  'event-added': entry(subject, { message: (params) => words`${capital(who(params))} ${were(params)} added.`, example: t1 }),
  'event-removed': entry(subject, { message: (params) => words`${capital(who(params))} ${were(params)} removed.`, example: t1 }),
  'event-changed': entry(
    { ...subject, part: word, from: word, to: word, count },
    {
      message: ({ part, from, to, count, ...params }) =>
        flaps(part, count, params.subjects)
          ? words`${capital(part)} of ${who(params)} flaps: it changed ${count} times, and was ${to} last.`
          : from === to
            ? words`${capital(part)} of ${who(params)} changed ${count} times, and is ${to} again.`
            : words`${capital(part)} of ${who(params)} changed from ${from} to ${to}.${often(count, params.subjects)}`,
      example: { ...t1, part: 'connection', from: 'online', to: 'lost', count: 14 },
    },
  ),
  'event-restarted': entry(
    { ...subject, count },
    {
      message: ({ count, ...params }) =>
        words`${capital(who(params))} restarted.${count > params.subjects ? ` There were ${count} restarts.` : ''}`,
      example: { kind: 'node', name: 't1', subjects: 24, count: 24 },
    },
  ),
  'event-condition-began': entry(
    { ...subject, type: word, count, cause: message.optional() },
    {
      message: ({ type, count, cause, ...params }) =>
        words`${capital(who(params))}: ${type} began.${cause ? words` ${cause}.` : ''}${often(count, params.subjects)}`,
      example: { ...t1, type: 'ReportsStale', count: 1, cause: report },
    },
  ),
  'event-condition-ended': entry(
    { ...subject, type: word, count },
    {
      message: ({ type, count, ...params }) => words`${capital(who(params))}: ${type} ended.${often(count, params.subjects)}`,
      example: { ...t1, type: 'ReportsStale', count: 2 },
    },
  ),
  'event-job-began': entry(subject, {
    message: (params) => words`${capital(who(params))} began.`,
    example: { kind: 'job', name: 'volume.create of orders', subjects: 1 },
  }),
  'event-job-ended': entry(
    { ...subject, state: word, cause: message.optional() },
    {
      message: ({ state, cause, ...params }) =>
        words`${capital(who(params))} ${state === 'done' ? `${were(params)} done` : 'failed'}.${cause ? words` ${cause}.` : ''}`,
      example: { kind: 'job', name: 'volume.create of orders', subjects: 1, state: 'failed', cause: report },
    },
  ),
  'event-alert': entry(
    { ...subject, state: word, count },
    {
      message: ({ state, count, ...params }) =>
        words`${capital(who(params))} ${state === 'resolved' ? `${were(params)} resolved` : `began to fire${state === 'critical' ? ', critical' : ''}`}.${often(count, params.subjects)}`,
      example: { kind: 'alert', name: 'WeftNodeSilent of t1', subjects: 1, state: 'firing', count: 1 },
    },
  ),
  'event-preflight': entry(
    { findings: count },
    {
      message: ({ findings }) =>
        words`The preflight found ${findings} ${findings === 1 ? 'problem' : 'problems'} that the run before did not have.`,
      example: { findings: 3 },
    },
  ),
  'event-legs': entry(
    { ...subject, legs: word, count, cause: message.optional() },
    {
      message: ({ legs, count, cause, ...params }) =>
        words`Legs of ${who(params)}: ${legs}${params.subjects > 1 ? ' each' : ''}${cause ? words` (${cause})` : ''}.${often(count, params.subjects)}`,
      example: { kind: 'volume', name: 'orders', subjects: 1, legs: '1 missing', count: 1 },
    },
  ),
  'event-legs-named': entry(
    { drives: word, more: count },
    {
      message: ({ drives, more }) => words`${drives}${more > 0 ? ` and ${more} more` : ''}`,
      example: { drives: 'S64GNE0R on t1', more: 0 },
    },
  ),
  'event-legs-healthy': entry(
    { ...subject, count },
    {
      message: ({ count, ...params }) => words`Legs of ${who(params)} are healthy again.${often(count, params.subjects)}`,
      example: { kind: 'volume', name: 'orders', subjects: 1, count: 2 },
    },
  ),
  'event-setting-changed': entry(
    { setting: word, from: word, to: word, count },
    {
      message: ({ setting, from, to, count }) =>
        from === to
          ? words`The setting ${setting} changed ${count} times, and is ${to} again.`
          : words`The setting ${setting} changed from ${from} to ${to}.${often(count, 1)}`,
      example: { setting: 'nodeLostAfterSeconds', from: '10', to: '5', count: 1 },
    },
  ),
};
