import { client, ifMatch } from '../../api/client.js';
import type { Attachment } from '../../api/types.js';
import type { BulkAction } from '../bulk/bulk-action.js';
import { detachSteps } from './attachment-plans.js';
import { attachmentRefusal } from './attachment-refusals.js';

const attachments = (count: number) => `${count} ${count === 1 ? 'attachment' : 'attachments'}`;

export const attachmentBulk: readonly BulkAction<Attachment>[] = [
  {
    label: 'Detach…',
    title: (count) => `Detach ${attachments(count)}`,
    apply: (count) => `Detach ${attachments(count)}`,
    permission: 'attachment:delete',
    nounOf: ({ volume }) => ({ kind: 'volume', ...volume }),
    refusal: (attachment) => attachmentRefusal('detach', attachment),
    plan: (attachment) => ({
      steps: [
        ...detachSteps(attachment),
        ...(attachment.open ? [{ node: attachment.node, what: 'refuses while the device is open; it is open now' }] : []),
      ],
      changes: [{ change: { kind: 'attachment.delete', attachmentId: attachment.id } }],
    }),
    run: async (attachment) => {
      const params = { path: { id: attachment.id }, header: ifMatch(attachment) };
      const { data } = await client.DELETE('/api/v1/attachments/{id}', { params });
      return data ? [data.job] : [];
    },
  },
];
