import type { Notification } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { Status, type StatusFacts } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Time } from '../../ui/time/time.js';

function statusOf({ state, dueAt, error }: Notification): StatusFacts {
  switch (state) {
    case 'sent':
      return { tone: 'good', what: 'sent' };
    case 'failed':
      return { tone: 'bad', what: 'failed', why: error };
    case 'waiting':
      return { tone: 'busy', what: 'waiting', why: error ?? (Date.parse(dueAt) > Date.now() ? 'for its time' : null) };
  }
}

interface Props {
  rows: readonly Notification[];
  /** Number of all; `rows` are the newest. */
  total: number;
  about: 'alert' | 'channel';
}

/** Messages, each with its channel or its alert: whichever the page does not name already. */
export const NotificationTable = ({ rows, total, about }: Props) => (
  <>
    <PlainTable
      label="Notifications"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        about === 'channel'
          ? { name: 'Channel', cell: ({ channelName }) => channelName, whole: true }
          : {
              name: 'Alert',
              cell: ({ alertId, summary }) => <TextLink {...paths.alert(alertId)}>{summary}</TextLink>,
              wide: true,
            },
        { name: 'About', cell: ({ event, severity }) => `${event}, ${severity}`, whole: true },
        { name: 'State', cell: (each) => <Status {...statusOf(each)} />, wide: true },
        { name: 'Sent', cell: ({ sentAt }) => (sentAt ? <Time at={sentAt} /> : <span className="dimmed">not yet</span>), whole: true },
        { name: 'Due', cell: ({ dueAt }) => <Time at={dueAt} />, whole: true },
      ]}
    />
    {total > rows.length ? (
      <p className="dimmed">
        The newest {rows.length} of {total.toLocaleString('en')}.
      </p>
    ) : null}
  </>
);
