import { api } from '../../../api/client.js';
import { serverNow } from '../../../api/server-clock.js';
import type { Job, JobTimeline } from '../../../api/types.js';
import { Loaded } from '../../../ui/loaded.js';
import { Section } from '../../../ui/page.js';
import { NounLink } from '../../../ui/text/linked.js';
import { Empty } from '../../../ui/text/message.js';
import { nodeNoun } from '../../../ui/text/nouns.js';
import { valueText } from '../../../ui/text/value-text.js';
import { Waterfall } from './waterfall.js';

const READ_AGAIN_MS = 2000;
/** The records of agents arrive after the report that ends the job. */
const RECORDS_ARRIVE_MS = 15_000;

/** Where the time of the job went, for each node that worked for it. */
export function TimelineTab({ job }: { job: Job }) {
  const isOpen = job.finishedAt === null || serverNow() - Date.parse(job.finishedAt) < RECORDS_ARRIVE_MS;
  const timeline = api.useQuery(
    'get',
    '/api/v1/jobs/{id}/timeline',
    { params: { path: { id: job.id } } },
    { refetchInterval: isOpen ? READ_AGAIN_MS : false },
  );
  return (
    <Loaded of={timeline} gone="There is no such job. Ended jobs are removed after a while.">
      {(data) => <TimelineView timeline={data} />}
    </Loaded>
  );
}

function TimelineView({ timeline: { lanes, durationMs, isEnded, notRecorded } }: { timeline: JobTimeline }) {
  return (
    <>
      <p className="dimmed">
        The job {isEnded ? 'took' : 'has taken'} {valueText(durationMs / 1000, 's')}. Starts are counted from the request. Agents measure
        their own rows, which begin when the server sends the assignment.
      </p>
      {lanes.length === 0 ? <Empty>No agent has recorded work for this job.</Empty> : null}
      {lanes.map((lane) => (
        <Section
          key={`${lane.node.id} ${lane.kind} ${lane.objectId} ${lane.generation} ${lane.begin}`}
          title={`${lane.kind === 'attachment' ? 'Device' : KINDS[lane.kind]} on ${lane.node.name}`}
        >
          <Waterfall lane={lane} durationMs={durationMs} />
        </Section>
      ))}
      {notRecorded.length > 0 && lanes.length > 0 ? (
        <p className="dimmed">
          Not recorded:{' '}
          {notRecorded.map((node, at) => (
            <span key={node.id}>
              {at > 0 ? ', ' : ''}
              <NounLink noun={nodeNoun(node)} />
            </span>
          ))}
          . The agent has not reported yet, is of an earlier version, or its record was removed after 30 days.
        </p>
      ) : null}
    </>
  );
}

const KINDS = { drive: 'Drive', leg: 'Leg', export: 'Export' } as const;
