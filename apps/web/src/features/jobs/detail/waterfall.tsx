import { timelineWords } from '@weft/shared/timeline/job-timeline';
import type { JobTimeline } from '../../../api/types.js';
import { PlainTable } from '../../../table/plain-table.js';
import { valueText } from '../../../ui/text/value-text.js';
import styles from './waterfall.module.css';

type Lane = JobTimeline['lanes'][number];
type Span = Lane['spans'][number];

/** Least width of a bar, in percent of the axis: a part of 1 ms in a job of a minute stays visible. */
const LEAST_WIDTH = 0.6;

const nameOf = ({ what, operation }: Span): string => operation ?? timelineWords[what];
const text = (ms: number): string => (ms === 0 ? '0 s' : valueText(ms / 1000, 's'));

/** The parts of the work on one node: a table whose bars share the axis of the job. The numbers say all that the bars show. */
export function Waterfall({ lane, durationMs }: { lane: Lane; durationMs: number }) {
  const rows = lane.spans.map((span, at) => ({ ...span, at }));
  const label = `Timeline of ${lane.kind} on ${lane.node.name}`;
  return (
    <>
      <PlainTable
        label={label}
        rows={rows}
        rowKey={({ at }) => String(at)}
        columns={[
          { name: 'Part', cell: (span) => <PartName span={span} /> },
          { name: 'By', cell: ({ by }) => by },
          { name: 'Start', numeric: true, whole: true, cell: ({ startMs }) => text(startMs) },
          { name: 'Duration', numeric: true, whole: true, cell: (span) => text(span.durationMs) },
          { name: 'On the axis of the job', wide: true, cell: (span) => <Bar span={span} durationMs={durationMs} /> },
        ]}
      />
      <Remarks lane={lane} />
    </>
  );
}

const PartName = ({ span }: { span: Span }) => (
  <span className={styles.part}>
    <span className={styles.key} data-kind={kindOf(span)} aria-hidden />
    {span.operation === null ? nameOf(span) : <code>{nameOf(span)}</code>}
    {span.failed ? <span className={styles.failed}>failed</span> : null}
  </span>
);

/** What the colour of a bar means. */
const kindOf = ({ by, what, failed }: Span): 'server' | 'pause' | 'failed' | 'agent' => {
  if (what === 'pause') return 'pause';
  if (failed) return 'failed';
  return by;
};

function Bar({ span, durationMs }: { span: Span; durationMs: number }) {
  const scale = durationMs > 0 ? 100 / durationMs : 0;
  const width = Math.max(LEAST_WIDTH, span.durationMs * scale);
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect className={styles.axis} width="100" height="8" />
      <rect className={styles.span} data-kind={kindOf(span)} x={Math.min(100 - width, span.startMs * scale)} width={width} height="8" />
    </svg>
  );
}

/** What the numbers leave open. */
function Remarks({ lane: { begin, uncertaintyMs, omitted } }: { lane: Lane }) {
  const remarks = [
    begin === 'agent-start' ? 'The agent started meanwhile: its work before that is not known.' : null,
    uncertaintyMs === null
      ? 'The rows of the agent are placed by the arrival of its record, and may have been earlier.'
      : uncertaintyMs >= 1
        ? `The rows of the agent may have been up to ${text(uncertaintyMs)} later.`
        : null,
    omitted > 0 ? `${omitted} further parts are not listed.` : null,
  ].filter((remark) => remark !== null);
  return remarks.length > 0 ? <p className="dimmed">{remarks.join(' ')}</p> : null;
}
