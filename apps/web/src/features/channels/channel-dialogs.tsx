import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Channel } from '../../api/types.js';
import { ConfirmByTyping } from '../../forms/confirm-by-typing.js';
import { useBase } from '../../forms/use-base.js';
import { Message } from '../../ui/text/message.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { targetText } from './channel-words.js';

interface Props {
  channel: Channel;
  onClose: () => void;
}

export function TestChannelDialog({ channel, onClose }: Props) {
  const test = api.useMutation('post', '/api/v1/channels/{id}/test', { meta: { inline: true } });
  const request = apiRequest('post', '/api/v1/channels/{id}/test', { params: { path: { id: channel.id } }, body: {} });
  const result = test.data;
  return (
    <PlanDialog
      title={`Test of channel ${channel.name}`}
      action={result ? 'Send another test' : 'Send a test'}
      refusedBecause={null}
      pending={test.isPending}
      error={test.error}
      request={request}
      onApply={() => test.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>The server that answers this page sends one message now, without regard to the route, and waits for the answer.</p>
      <p>Receiver: {targetText(channel)}.</p>
      <div role="status">
        {result && !test.isPending ? (
          <Message tone={result.sent ? 'plain' : 'bad'}>
            <p>
              {result.sent ? `The receiver accepted the test message after ${result.milliseconds.toLocaleString('en')} ms.` : 'Not sent: '}
              {result.sent ? null : result.error}
            </p>
          </Message>
        ) : null}
      </div>
    </PlanDialog>
  );
}

export function ResendDialog({ channel, onClose }: Props) {
  const resend = api.useMutation('post', '/api/v1/channels/{id}/resend', { meta: { inline: true }, onSuccess: onClose });
  const request = apiRequest('post', '/api/v1/channels/{id}/resend', { params: { path: { id: channel.id } }, body: {} });
  return (
    <PlanDialog
      title={`Notifications that ${channel.name} did not get`}
      action="Send again"
      refusedBecause={null}
      pending={resend.isPending}
      error={resend.error}
      request={request}
      onApply={() => resend.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>
        The servers try to send {channel.failedCount.toLocaleString('en')} failed{' '}
        {channel.failedCount === 1 ? 'notification' : 'notifications'} again, with the same back-off as new ones.
      </p>
    </PlanDialog>
  );
}

export function DeleteChannelDialog({ channel, onClose }: Props) {
  const remove = api.useMutation('delete', '/api/v1/channels/{id}', { meta: { inline: true }, onSuccess: onClose });
  const base = useBase(channel, remove.error, remove.reset);
  const request = apiRequest('delete', '/api/v1/channels/{id}', { params: { path: { id: base.id }, header: ifMatch(base) } });
  return (
    <ConfirmByTyping
      title={`Delete channel ${base.name}`}
      wanted={base.name}
      wantedLabel="Type the channel’s name"
      action="Delete channel"
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onConfirm={() => remove.mutate(request.init)}
      onClose={onClose}
    >
      {base.carries === 'audit'
        ? 'Its receiver gets no further entries of the audit. Entries that wait to be sent are not sent.'
        : 'Nobody gets alerts by this channel any more. Its notifications, waiting ones too, are deleted with it.'}
    </ConfirmByTyping>
  );
}
