import { secretFieldOf } from '@weft/shared/kinds/alerting/channel';
import { api } from '../../api/client.js';
import type { Channel } from '../../api/types.js';
import { RowAction } from '../../ui/actions/actions.js';
import { Fold } from '../../ui/fold.js';
import { Loaded } from '../../ui/loaded.js';
import { Section } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { Message } from '../../ui/text/message.js';
import { Ago, FromNow, Time } from '../../ui/time/time.js';
import { NotificationTable } from '../alerts/notification-table.js';
import { AUDIT_TEXT, channelStatus, routeText, TYPES, targetText } from './channel-words.js';

export type ChannelDialogName = 'edit' | 'test' | 'resend' | 'delete';

interface Props {
  channel: Channel;
  /** Why this user may not change channels, or null. */
  refused: string | null;
  onOpen: (what: ChannelDialogName) => void;
}

/** One channel: its receiver and route, whether it works, and its failed notifications. */
export function ChannelCard({ channel, refused, onOpen }: Props) {
  const { name, carries, target, route, lastSentAt, failure, waitingCount, failedCount, secretSet } = channel;
  return (
    <Section
      title={name}
      actions={
        <>
          <RowAction action={{ label: 'Send a test…', refusedBecause: refused, onClick: () => onOpen('test') }} />
          <RowAction action={{ label: 'Edit…', refusedBecause: refused, onClick: () => onOpen('edit') }} />
          <RowAction action={{ label: 'Delete…', refusedBecause: refused, isDangerous: true, onClick: () => onOpen('delete') }} />
        </>
      }
    >
      {failure ? <Failure of={failure} /> : null}
      <Properties
        items={[
          ['State', <Status key="state" {...channelStatus(channel)} />],
          ['Type', TYPES[target.type]],
          ['Receiver', targetText(channel)],
          ...(secretFieldOf[target.type] === null ? [] : [['Secret', secretSet ? 'set' : 'not set'] as const]),
          carries === 'audit' ? ['Gets', AUDIT_TEXT] : ['Route', routeText(route)],
          ['Last sent', lastSentAt ? <Ago key="sent" at={lastSentAt} /> : 'never'],
          [carries === 'audit' ? 'Links behind' : 'Waiting', waitingCount.toLocaleString('en')],
        ]}
      />
      {failedCount > 0 ? <Failed channel={channel} refused={refused} onOpen={onOpen} /> : null}
    </Section>
  );
}

const Failure = ({ of: { since, attempts, error, nextAttemptAt } }: { of: NonNullable<Channel['failure']> }) => (
  <Message tone="bad">
    <p>
      The last attempt failed: {error} Failing since <Time at={since} />, after {attempts.toLocaleString('en')}{' '}
      {attempts === 1 ? 'attempt' : 'attempts'}.{' '}
      {nextAttemptAt ? (
        <>
          Next attempt: <FromNow at={nextAttemptAt} />.
        </>
      ) : null}
    </p>
  </Message>
);

const SHOWN = 50;

/** Notifications that the servers no longer try to send. */
const Failed = ({ channel: { id, name, failedCount }, refused, onOpen }: Props) => (
  <Fold summary={`${failedCount.toLocaleString('en')} failed ${failedCount === 1 ? 'notification' : 'notifications'} of ${name}`}>
    <div className="row">
      <RowAction action={{ label: 'Send again…', refusedBecause: refused, onClick: () => onOpen('resend') }} />
    </div>
    <FailedList channelId={id} />
  </Fold>
);

function FailedList({ channelId }: { channelId: string }) {
  const failed = api.useQuery('get', '/api/v1/notifications', { params: { query: { channelId, state: 'failed', limit: SHOWN } } });
  return (
    <Loaded of={failed} gone="There is no such channel.">
      {({ items, total }) => <NotificationTable rows={items} total={total} about="alert" />}
    </Loaded>
  );
}
