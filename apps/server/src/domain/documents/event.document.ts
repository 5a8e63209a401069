import type { EventKind, EventSeverity } from '@weft/shared/kinds/views/event';
import type { Message } from '@weft/shared/text/message';
import type { Stored } from '../../core/mongo/stored.js';

/** The value of one part of an object. `cause`: message of the condition or error. */
export interface PartValue {
  value: string;
  cause?: Message;
}

/** Collection `eventStates`: what the events so far tell about an object; `_id` is `<collection>/<id>`. */
export interface WatchedObject {
  _id: string;
  kind: EventKind;
  name: string;
  /** Ids of objects whose timelines have it too: the volume of an attachment, the subject of a job. */
  related: string[];
  /** By topic. Parts without a value are absent. */
  parts: Record<string, PartValue>;
}

/** Collection `events`. */
export interface EventDocument extends Stored {
  at: Date;
  lastAt: Date;
  count: number;
  severity: EventSeverity;
  kind: EventKind;
  topic: string;
  from: string | null;
  to: string | null;
  /** At most EVENT_SUBJECTS_KEPT. */
  subjects: { id: string; name: string }[];
  subjectCount: number;
  /** Ids of the subjects and of related objects, as many as are kept. */
  about: string[];
  cause: Message | null;
}
