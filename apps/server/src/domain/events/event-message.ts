import { problemTypes } from '@weft/shared/kinds/condition-types';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { EventDocument } from '../documents/event.document.js';
import type { Change } from './changes-between.js';

const NONE = 'none';

type Told = Pick<EventDocument, 'kind' | 'topic' | 'from' | 'to' | 'subjects' | 'subjectCount' | 'count' | 'cause'>;

/** The sentence of one change. */
export const changeMessage = ({ subject, ...change }: Pick<Change, 'kind' | 'topic' | 'from' | 'to' | 'subject' | 'cause'>): Message =>
  eventMessage({ ...change, subjects: [subject], subjectCount: 1, count: 1 });

function legsMessage(
  subject: { kind: string; name: string; subjects: number },
  to: string | null,
  count: number,
  because: { cause?: Message },
) {
  if (to === null) return messageOf('event-legs-healthy', { ...subject, count });
  return messageOf('event-legs', { ...subject, legs: to, count, ...because });
}

/** The sentence of an event. */
export function eventMessage({ kind, topic, from, to, subjects, subjectCount, count, cause }: Told): Message {
  const subject = { kind, name: subjects[0]?.name ?? '', subjects: subjectCount };
  if (topic === 'existence') return messageOf(to === null ? 'event-removed' : 'event-added', subject);
  if (topic === 'boot') return messageOf('event-restarted', { ...subject, count });
  if (kind === 'settings') return messageOf('event-setting-changed', { setting: topic, from: from ?? NONE, to: to ?? NONE, count });
  const because = cause ? { cause } : {};
  if (kind === 'alert' && topic === 'state') return messageOf('event-alert', { ...subject, state: to ?? NONE, count });
  if (kind === 'preflight-run') return messageOf('event-preflight', { findings: Number(to ?? 0) });
  if (topic === 'legs') return legsMessage(subject, to, count, subjectCount === 1 ? because : {});
  if (kind === 'job') {
    if (to === 'done' || to === 'failed') return messageOf('event-job-ended', { ...subject, state: to, ...because });
    return messageOf('event-job-began', subject);
  }
  if (!problemTypes.includes(topic))
    return messageOf('event-changed', { ...subject, part: topic, from: from ?? NONE, to: to ?? NONE, count });
  return to === null
    ? messageOf('event-condition-ended', { ...subject, type: topic, count })
    : messageOf('event-condition-began', { ...subject, type: topic, count, ...because });
}
