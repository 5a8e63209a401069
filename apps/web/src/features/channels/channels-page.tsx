import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.js';
import type { Channel } from '../../api/types.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { ChannelCard, type ChannelDialogName } from './channel-card.js';

const NewChannelDialog = lazy(() => import('./channel-dialog.js').then((module) => ({ default: module.NewChannelDialog })));
const EditChannelDialog = lazy(() => import('./channel-dialog.js').then((module) => ({ default: module.EditChannelDialog })));
const TestChannelDialog = lazy(() => import('./channel-dialogs.js').then((module) => ({ default: module.TestChannelDialog })));
const ResendDialog = lazy(() => import('./channel-dialogs.js').then((module) => ({ default: module.ResendDialog })));
const DeleteChannelDialog = lazy(() => import('./channel-dialogs.js').then((module) => ({ default: module.DeleteChannelDialog })));

/** More than a cluster may have. */
const READ = 200;

type Open = { what: 'new' } | { what: ChannelDialogName; channel: Channel };

/** Receivers of alerts and of the audit, by name. */
export function ChannelsPage() {
  const refused = usePermissionRefusal('channel:change');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const channels = api.useQuery('get', '/api/v1/channels', { params: { query: { sort: 'name', limit: READ } } });
  return (
    <Page
      title="Channels"
      actions={
        <ActionButton variant="filled" refusedBecause={refused} onClick={() => setOpen({ what: 'new' })}>
          New channel…
        </ActionButton>
      }
    >
      <Loaded of={channels} gone="The server has no channels. It may be older than this console.">
        {({ items }) =>
          items.length === 0 ? (
            <Empty drawing="channels">
              Nobody gets alerts yet. A channel sends them by e-mail, to a webhook, to Slack or Teams, to syslog or to an Alertmanager.
            </Empty>
          ) : (
            items.map((channel) => (
              <ChannelCard key={channel.id} channel={channel} refused={refused} onOpen={(what) => setOpen({ what, channel })} />
            ))
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {open?.what === 'new' ? <NewChannelDialog onClose={close} /> : null}
        {open && 'channel' in open ? (
          <Dialogs what={open.what} channel={latest(channels.data?.items, open.channel)} onClose={close} />
        ) : null}
      </Suspense>
    </Page>
  );
}

const latest = (items: readonly Channel[] | undefined, known: Channel): Channel => items?.find(({ id }) => id === known.id) ?? known;

function Dialogs({ what, ...props }: { what: ChannelDialogName; channel: Channel; onClose: () => void }) {
  switch (what) {
    case 'edit':
      return <EditChannelDialog {...props} />;
    case 'test':
      return <TestChannelDialog {...props} />;
    case 'resend':
      return <ResendDialog {...props} />;
    case 'delete':
      return <DeleteChannelDialog {...props} />;
  }
}
