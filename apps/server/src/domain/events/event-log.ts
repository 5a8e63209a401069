import { EVENT_SUBJECTS_KEPT, eventSeverities } from '@weft/shared/kinds/views/event';
import type { Stored } from '../../core/mongo/stored.js';
import type { EventDocument } from '../documents/event.document.js';
import type { Change } from './changes-between.js';

/** An event takes further changes so long after its last one, */
const QUIET_MS = 10 * 60_000;
/** and so long after its first one. */
const LONGEST_MS = 3_600_000;
/** Objects that change alike within this time are one event, */
const ALIKE_MS = 60_000;
/** beyond this number of them, */
const ALIKE_FROM = 5;
/** or beyond this one, if each is what somebody asked for: an object that is added or removed, and a job. */
const REQUESTED_ALIKE_FROM = 30;

const isOpen = ({ at, lastAt }: EventDocument, now: Date): boolean =>
  now.getTime() - lastAt.getTime() < QUIET_MS && now.getTime() - at.getTime() < LONGEST_MS;

const worse = (a: EventDocument['severity'], b: EventDocument['severity']) =>
  eventSeverities.indexOf(a) > eventSeverities.indexOf(b) ? a : b;

/**
 * Makes events of changes, bounded: changes of the same part of an object are one event with a count, and many objects that change alike are one event.
 * Of each value of each part, a minute has at most `ALIKE_FROM` new events (30 of what people ask for). Pure: returns what to store.
 */
export class EventLog {
  /** Events that take further changes, newest last. */
  private open: EventDocument[];

  constructor(
    open: readonly EventDocument[],
    private readonly newStored: (now: Date) => Stored,
  ) {
    this.open = [...open];
  }

  /** @returns the new and the changed events. */
  take(changes: readonly Change[], now: Date): EventDocument[] {
    this.open = this.open.filter((event) => isOpen(event, now));
    const touched = new Map<string, EventDocument>();
    const touch = (event: EventDocument) => touched.set(event._id, event);
    const bySubject = this.bySubject();
    const fresh: Change[] = [];
    for (const change of changes) {
      const event = bySubject.get(`${partOf(change)} ${change.subject.id}`);
      if (event) touch(counted(event, change, now));
      else fresh.push(change);
    }
    for (const alike of grouped(fresh)) for (const event of this.added(alike, now)) touch(event);
    return [...touched.values()];
  }

  private bySubject(): Map<string, EventDocument> {
    return new Map(this.open.flatMap((event) => event.subjects.map(({ id }) => [`${partOf(event)} ${id}`, event])));
  }

  /** Events for objects that no open event has. */
  private added(fresh: readonly [Change, ...Change[]], now: Date): EventDocument[] {
    const [first] = fresh;
    const recent = this.open.filter((event) => now.getTime() - event.at.getTime() < ALIKE_MS && likeness(event) === likeness(first));
    const many = recent.findLast(({ subjectCount }) => subjectCount > 1);
    if (many) {
      for (const change of fresh) joined(many, change, now);
      return [many];
    }
    const most = isRequested(first) ? REQUESTED_ALIKE_FROM : ALIKE_FROM;
    if (recent.length + fresh.length <= most) return fresh.map((change) => this.begun(change, now));
    const last = recent.length < most ? undefined : recent.at(-1);
    const event = last ?? this.begun(first, now);
    for (const change of last ? fresh : fresh.slice(1)) joined(event, change, now);
    return [event];
  }

  private begun({ kind, subject, related, topic, from, to, cause, severity }: Change, now: Date): EventDocument {
    const event = {
      ...this.newStored(now),
      at: now,
      lastAt: now,
      count: 1,
      severity,
      kind,
      topic,
      from,
      to,
      subjects: [subject],
      subjectCount: 1,
      about: [subject.id, ...related],
      cause,
    };
    this.open.push(event);
    return event;
  }
}

type Part = Pick<Change, 'kind' | 'topic' | 'to'>;

const isRequested = ({ kind, topic }: Part): boolean => kind === 'job' || topic === 'existence';

/** What flaps is one event. An object is added once and removed once, and a job begins and ends: these are events of their own. */
const partOf = (part: Part): string => `${part.kind} ${part.topic}${isRequested(part) ? ` ${part.to}` : ''}`;

/** Changes alike have the same new value, except where each object has its own. */
const likeness = (part: Part): string => (part.topic === 'boot' ? partOf(part) : `${part.kind} ${part.topic} ${part.to}`);

function grouped(changes: readonly Change[]): [Change, ...Change[]][] {
  const groups = new Map<string, [Change, ...Change[]]>();
  for (const change of changes) {
    const group = groups.get(likeness(change));
    if (group) group.push(change);
    else groups.set(likeness(change), [change]);
  }
  return [...groups.values()];
}

function counted(event: EventDocument, { to, cause, severity }: Change, now: Date): EventDocument {
  const { count, revision } = event;
  const next = { lastAt: now, updatedAt: now, count: count + 1, revision: revision + 1, to, severity: worse(event.severity, severity) };
  return Object.assign(event, next, cause ? { cause } : {});
}

/** An object that changes like those of the event. */
function joined(event: EventDocument, change: Change, now: Date): EventDocument {
  if (event.subjects.length < EVENT_SUBJECTS_KEPT) {
    event.subjects.push(change.subject);
    event.about.push(change.subject.id, ...change.related);
  }
  event.subjectCount += 1;
  return counted(event, change, now);
}
