import { problemTypes } from '@weft/shared/kinds/condition-types';
import type { EventKind, EventSeverity } from '@weft/shared/kinds/views/event';
import type { Message } from '@weft/shared/text/message';
import type { WatchedObject } from '../documents/event.document.js';
import { isLegFailure } from './troubled-legs.js';

/** One part of one object has another value. */
export interface Change {
  kind: EventKind;
  subject: { id: string; name: string };
  /** Ids of further objects whose timelines have it. */
  related: readonly string[];
  topic: string;
  /** Null: none. */
  from: string | null;
  to: string | null;
  cause: Message | null;
  severity: EventSeverity;
}

const severities: Partial<Record<EventKind, Record<string, Record<string, EventSeverity>>>> = {
  volume: { health: { degraded: 'warning', stalled: 'critical', broken: 'critical', unavailable: 'critical' } },
  node: { connection: { lost: 'warning' } },
  drive: { state: { missing: 'warning' }, smart: { warning: 'warning' } },
  job: { state: { failed: 'warning' } },
  alert: { state: { firing: 'warning', critical: 'critical' } },
};

/** Every attach begins so: the client makes the device, and nobody had it before. If it stays so, an alert reports it. */
const isFirstDevice = ({ topic, from, to }: Valued): boolean => topic === 'health' && from === 'detached' && to === 'unavailable';

type Valued = Pick<Change, 'kind' | 'topic' | 'from' | 'to'>;

const severityOf = (change: Valued): EventSeverity => {
  const { kind, topic, to } = change;
  if (to === null || isFirstDevice(change)) return 'info';
  if (topic === 'legs') return isLegFailure(to) ? 'warning' : 'info';
  return problemTypes.includes(topic) ? 'warning' : (severities[kind]?.[topic]?.[to] ?? 'info');
};

/** Objects that are what happened: they begin and end by their state, and their removal later is no event. */
const RECORDS: readonly EventKind[] = ['job', 'alert', 'preflight-run'];

/** The first value that a node reports of these is no change. */
const LEARNT = ['boot', 'agent'];

const idOf = ({ _id }: WatchedObject): string => _id.slice(_id.indexOf('/') + 1);

/**
 * What changed between two looks at one object. An object that is new or gone has one change, of its existence; a job and an alert, which end in a state of
 * their own, have that of their state.
 * @param before null: not there at the look before
 * @param after null: not there now
 */
export function changesBetween(before: WatchedObject | null, after: WatchedObject | null): Change[] {
  const object = after ?? before;
  if (!object) return [];
  const { kind, name, related } = object;
  const subject = { id: idOf(object), name };
  const isWhole = !before || !after;
  const topics = isWhole
    ? [RECORDS.includes(kind) ? 'state' : 'existence']
    : [...new Set([...Object.keys(before.parts), ...Object.keys(after.parts)])].sort();
  if (!after && RECORDS.includes(kind)) return [];
  return topics.flatMap((topic) => {
    const [was, is] = [before?.parts[topic], after?.parts[topic]];
    const [from, to] = [was?.value ?? null, is?.value ?? null];
    if (from === to || (from === null && LEARNT.includes(topic))) return [];
    const valued = { kind, topic, from, to };
    return [{ ...valued, subject, related, cause: is?.cause ?? was?.cause ?? null, severity: severityOf(valued) }];
  });
}
