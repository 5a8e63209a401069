import { formatBytes } from '@weft/shared/units';
import { client, ifMatch } from '../../../api/client.js';
import type { Attachment, Job, Volume } from '../../../api/types.js';
import { nodeNoun } from '../../../ui/text/nouns.js';
import { sentence } from '../../../ui/text/sentence.js';
import { detachSteps } from '../../attachments/attachment-plans.js';
import { attachmentRefusal } from '../../attachments/attachment-refusals.js';
import type { BulkAction } from '../../bulk/bulk-action.js';
import { volumeRefusal } from '../actions/volume-refusals.js';
import { deleteSteps } from '../volume-plans.js';

const volumes = (count: number) => `${count} ${count === 1 ? 'volume' : 'volumes'}`;
const nounOf = ({ id, name }: Volume) => ({ kind: 'volume' as const, id, name });

async function attachmentsOf({ id, attachmentIds }: Volume): Promise<readonly Attachment[]> {
  if (attachmentIds.length === 0) return [];
  const { data } = await client.GET('/api/v1/attachments', { params: { query: { volumeId: id, limit: 200 } } });
  return data?.items ?? [];
}

export const volumeBulk: readonly BulkAction<Volume>[] = [
  {
    label: 'Detach…',
    title: (count) => `Detach ${volumes(count)}`,
    apply: (count) => `Detach ${volumes(count)} everywhere`,
    permission: 'attachment:delete',
    nounOf,
    refusal: ({ attachmentIds }) => (attachmentIds.length === 0 ? 'It is not attached.' : null),
    plan: async (volume) => {
      const attachments = await attachmentsOf(volume);
      const willing = attachments.filter((each) => attachmentRefusal('detach', each) === null);
      const open = willing
        .filter((each) => each.open)
        .map(({ node }) => sentence`it is open on ${nodeNoun(node)}; the node refuses until it is closed`);
      if (willing.length === 0) return { steps: [], refusal: 'None of its attachments can be detached now.' };
      return {
        steps: [...willing.flatMap((each) => detachSteps(each)), ...open.map((what) => ({ node: null, what }))],
        changes: willing.map(({ id, node }) => ({
          change: { kind: 'attachment.delete', attachmentId: id },
          ...(willing.length > 1 ? { of: `detach from ${node.name}` } : {}),
        })),
      };
    },
    run: async (volume) => {
      const jobs: Job[] = [];
      for (const attachment of await attachmentsOf(volume)) {
        if (attachmentRefusal('detach', attachment) !== null) continue;
        const params = { path: { id: attachment.id }, header: ifMatch(attachment) };
        const { data } = await client.DELETE('/api/v1/attachments/{id}', { params });
        if (data) jobs.push(data.job);
      }
      return jobs;
    },
  },
  {
    label: 'Delete…',
    title: (count) => `Delete ${volumes(count)}`,
    apply: (count) => `Delete ${volumes(count)} and ${count === 1 ? 'its' : 'their'} data`,
    permission: 'volume:delete',
    nounOf,
    refusal: (volume) =>
      volumeRefusal('delete', volume, []) ?? (volume.attachmentIds.length > 0 ? 'It is attached: detach it first.' : null),
    plan: (volume) => ({
      steps: [{ node: null, what: `${formatBytes(volume.sizeBytes)} of data are permanently lost` }, ...deleteSteps(volume)],
      changes: [{ change: { kind: 'volume.delete', volumeId: volume.id } }],
    }),
    run: async (volume) => {
      const params = { path: { id: volume.id }, header: ifMatch(volume) };
      const { data } = await client.DELETE('/api/v1/volumes/{id}', { params });
      return data ? [data.job] : [];
    },
    typed: (count) => `delete ${volumes(count)}`,
  },
];
