import { isTrouble, isWell } from '@weft/shared/kinds/condition-types';
import { MAX_NOTES_PER_OBJECT, type NoteSubject } from '@weft/shared/kinds/note';
import { api } from '../../api/client.js';
import { usePast } from '../../api/past.js';
import { paths } from '../../paths/paths.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';
import { Mark } from '../../ui/marks/mark.js';
import { Section } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Status } from '../../ui/status.js';
import { Linked } from '../../ui/text/linked.js';
import { InlineLink, TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { joined, sentence, sentenceOf } from '../../ui/text/sentence.js';
import { Time } from '../../ui/time/time.js';
import { Timeline, type TimelineEntry, type TimelineKind, TimelineSkeleton } from '../../ui/timeline/timeline.js';
import { auditSentence } from '../audit/audit-words.js';
import { eventMoment } from '../events/event-moment.js';
import { eventTone } from '../events/event-words.js';
import { jobStatus, jobTitle } from '../jobs/job-words.js';
import { permissionRefusal, useUser } from '../session/use-session.js';
import { type Happening, historyOf } from './history.js';
import styles from './history.module.css';

interface Props {
  /** Object whose jobs and audit entries are shown. */
  subjectId: string;
  /** Kind of the object, if it can have notes. */
  notesOf?: NoteSubject['kind'];
  /** Other known events. */
  others: readonly Happening[];
}

const NONE = { items: [], total: 0 };

/** Everything that the lists of jobs, audit entries, events and notes have about one object. */
function useHistory({ subjectId, notesOf, others }: Props) {
  const jobs = api.useQuery('get', '/api/v1/jobs', { params: { query: { subjectId, sort: '-createdAt', limit: PAGE_ROWS } } });
  const refused = permissionRefusal(useUser(), 'audit:read');
  const audit = api.useQuery(
    'get',
    '/api/v1/audit',
    { params: { query: { subjectId, sort: '-at', limit: PAGE_ROWS } } },
    { enabled: refused === null },
  );
  const events = api.useQuery('get', '/api/v1/events', { params: { query: { subjectId, sort: '-lastAt', limit: PAGE_ROWS } } });
  const notes = api.useQuery(
    'get',
    '/api/v1/notes',
    { params: { query: { subjectKind: notesOf ?? 'volume', subjectId, sort: '-createdAt', limit: MAX_NOTES_PER_OBJECT } } },
    { enabled: notesOf !== undefined },
  );
  const asked = [jobs, events, ...(refused === null ? [audit] : []), ...(notesOf === undefined ? [] : [notes])];
  return {
    isAdministrator: refused === null,
    error: asked.find((query) => query.error)?.error ?? null,
    retry: () => Promise.all(asked.map((query) => query.refetch())),
    history: asked.every((query) => query.data)
      ? historyOf({ jobs: jobs.data ?? NONE, audit: audit.data ?? NONE, events: events.data ?? NONE, notes: notes.data ?? NONE, others })
      : null,
  };
}

/** Jobs, events, notes and audit entries of one object on a time line, as far as the API has them. */
export function History(props: Props) {
  const { subjectId } = props;
  const { isAdministrator, error, retry, history } = useHistory(props);
  const past = usePast();
  return (
    <Section
      title="History"
      actions={
        <span className="row">
          <TextLink {...paths.events({ subjectId })}>Its events</TextLink>
          {isAdministrator ? (
            <TextLink {...paths.audit({ subjectId })}>Its audit</TextLink>
          ) : (
            <span className="dimmed">The audit is visible to administrators only.</span>
          )}
        </span>
      }
    >
      {error ? <ProblemView error={error} onRetry={retry} /> : null}
      {history ? (
        <Shown {...history} happenings={history.happenings.filter(({ at }) => past === null || at <= past)} subjectId={subjectId} />
      ) : error ? null : (
        <TimelineSkeleton />
      )}
    </Section>
  );
}

const Shown = ({ happenings, until, subjectId }: ReturnType<typeof historyOf> & { subjectId: string }) =>
  happenings.length === 0 ? (
    <Empty>Nothing is recorded.</Empty>
  ) : (
    <Timeline
      label="History"
      entries={happenings.map(entryOf)}
      end={
        until === null ? null : (
          <p className={styles.end}>
            Complete from <Time at={until} /> on. <InlineLink {...paths.jobs({ subjectId })}>Its jobs</InlineLink> has older entries.
          </p>
        )
      }
    />
  );

function entryOf({ at, what }: Happening, index: number): TimelineEntry {
  const base = (kind: TimelineKind, by: string | null = null) => ({ key: `${at} ${index}`, at, kind, by });
  if ('job' in what)
    return {
      ...base('job', what.job.requestedBy),
      what: (
        <span className="row">
          <TextLink {...paths.job(what.job.id)}>{jobTitle(what.job)}</TextLink>
          <Status {...jobStatus(what.job)} />
        </span>
      ),
    };
  if ('entry' in what) return { ...base('audit', what.entry.by), what: <Linked text={joined('audit: ', auditSentence(what.entry))} /> };
  if ('event' in what)
    return {
      ...base('event'),
      what: (
        <>
          <Mark tone={eventTone(what.event)} /> {what.event.message} <InlineLink {...eventMoment(what.event)}>Show this moment</InlineLink>
        </>
      ),
    };
  if ('note' in what) return { ...base('note', what.note.author), what: <p className={styles.note}>{what.note.text}</p> };
  if ('text' in what) return { ...base('event'), what: <Linked text={what.text} /> };
  return { ...base('condition'), what: <Transition {...what} /> };
}

const Transition = ({ about, condition }: Extract<Happening['what'], { condition: unknown }>) => (
  <>
    <Mark tone={isWell(condition) ? 'good' : isTrouble(condition) ? 'bad' : 'warn'} />{' '}
    <Linked text={sentence`${condition.type} of ${about} became ${condition.status}${condition.message ? ': ' : ''}`} />
    <Linked text={sentenceOf(condition, 'message')} />
  </>
);
