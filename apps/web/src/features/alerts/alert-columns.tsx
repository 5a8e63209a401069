import { lazy, Suspense } from 'react';
import type { Alert } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { PreviewOpener } from '../../table/preview/preview-opener.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Ago, Time } from '../../ui/time/time.js';
import { AlertObject } from './alert-object.js';
import { alertStatus } from './alert-status.js';
import { AlertValue } from './alert-value.js';

const ConsequenceLines = lazy(() => import('./consequence-lines.js').then((module) => ({ default: module.ConsequenceLines })));

const none = <span className="dimmed">none</span>;

export const alertColumns: readonly Column<Alert>[] = [
  {
    name: 'Alert',
    cell: ({ id, summary }) => (
      <TextLink {...paths.alert(id)} title={summary}>
        {summary}
      </TextLink>
    ),
    wide: true,
    fixed: true,
    csv: [
      { header: 'id', value: ({ id }) => id },
      { header: 'rule', value: ({ rule }) => rule },
      { header: 'summary', value: ({ summary }) => summary },
    ],
  },
  {
    name: 'State',
    cell: (alert) => <Status {...alertStatus(alert)} />,
    width: 11,
    fixed: true,
    csv: [
      { header: 'severity', value: ({ severity }) => severity },
      { header: 'state', value: ({ state }) => state },
      { header: 'acknowledged_by', value: ({ acknowledged }) => acknowledged?.by },
      { header: 'silenced', value: ({ silencedBy }) => silencedBy.length > 0 },
      { header: 'maintenance_of', value: ({ inhibitedBy }) => inhibitedBy?.name },
    ],
  },
  {
    name: 'Consequences',
    cell: ({ consequenceCount, summary }) =>
      consequenceCount > 0 ? (
        <PreviewOpener label={`${consequenceCount.toLocaleString('en')} open: show the consequences of: ${summary}`}>
          {consequenceCount.toLocaleString('en')} open
        </PreviewOpener>
      ) : (
        none
      ),
    preview: (alert) =>
      alert.consequenceCount > 0 ? (
        <Suspense fallback="Loading…">
          <ConsequenceLines of={alert} />
        </Suspense>
      ) : (
        none
      ),
    width: 7,
    csv: [{ header: 'open_consequences', value: ({ consequenceCount }) => consequenceCount }],
  },
  {
    name: 'Object',
    cell: ({ subject }) => <AlertObject of={subject} />,
    width: 8,
    csv: [
      { header: 'kind', value: ({ subject }) => subject.kind },
      { header: 'object', value: ({ subject }) => subject.name },
      { header: 'object_count', value: ({ subjectCount }) => subjectCount },
    ],
  },
  {
    name: 'Value',
    cell: (alert) => <AlertValue of={alert} />,
    width: 8,
    csv: [
      { header: 'value', value: ({ value }) => value },
      { header: 'threshold', value: ({ threshold }) => threshold },
    ],
  },
  {
    name: 'Began',
    cell: ({ startedAt }) => <Ago at={startedAt} />,
    sort: 'startedAt',
    width: 6.5,
    csv: [
      { header: 'started_at_utc', value: ({ startedAt }) => startedAt },
      { header: 'fired_at_utc', value: ({ firedAt }) => firedAt },
    ],
  },
  {
    name: 'Resolved',
    extra: true,
    cell: ({ resolvedAt }) => (resolvedAt ? <Time at={resolvedAt} /> : <span className="dimmed">not yet</span>),
    width: 10.25,
    csv: [{ header: 'resolved_at_utc', value: ({ resolvedAt }) => resolvedAt }],
  },
  { name: 'Last change', extra: true, cell: ({ updatedAt }) => <Ago at={updatedAt} />, sort: 'updatedAt', width: 7 },
];
