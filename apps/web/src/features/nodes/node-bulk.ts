import { client, ifMatch } from '../../api/client.js';
import type { Node } from '../../api/types.js';
import { messageSentence } from '../../ui/text/message-sentence.js';
import type { BulkAction } from '../bulk/bulk-action.js';
import { nodePlace } from '../scheduling/place.js';
import { schedulingActions } from '../scheduling/scheduling-bulk.js';

const nodes = (count: number) => `${count} ${count === 1 ? 'node' : 'nodes'}`;
const nounOf = ({ id, name }: Node) => ({ kind: 'node' as const, id, name });

export const nodeBulk: readonly BulkAction<Node>[] = [
  ...schedulingActions(nodePlace, { one: 'node', many: 'nodes', refusal: () => null }),
  {
    label: 'Maintenance…',
    title: (count) => `Maintenance of ${nodes(count)}`,
    apply: (count) => `Start it on ${nodes(count)}`,
    permission: 'node:change',
    nounOf,
    note: 'Each plan assumes that only this node goes into maintenance. The server checks each node again at its turn, and refuses it if volumes then need it.',
    refusal: ({ maintenance }) => (maintenance ? 'It is already in maintenance. End that first.' : null),
    choice: {
      label: 'How long',
      values: [1, 2, 4, 8, 24, 72].map((hours) => ({ value: String(hours), label: `${hours} h` })),
      initial: '4',
    },
    // Never with force: its consequences must be read per node. The nodes run one after the other; the server refuses one that volumes need by then.
    plan: async (node, hours) => {
      const { id } = node;
      const body = { untilHours: Number(hours), force: false };
      const { data } = await client.POST('/api/v1/nodes/{id}/maintenance/dry-run', { params: { path: { id } }, body });
      if (!data) return { steps: [] };
      if (!data.allowed) return { steps: [], refusal: messageSentence(data) };
      return {
        steps: [
          { node, what: 'no new legs are placed on it, and its legs are not replaced during maintenance' },
          ...data.degraded.map((each) => ({ node, what: messageSentence(each) })),
        ],
        changes: [{ change: { kind: 'node.maintenance', nodeId: id } }],
      };
    },
    run: async (node, hours) => {
      const params = { path: { id: node.id }, header: ifMatch(node) };
      await client.POST('/api/v1/nodes/{id}/maintenance', { params, body: { untilHours: Number(hours), force: false } });
      return [];
    },
  },
  {
    label: 'End maintenance…',
    title: (count) => `End the maintenance of ${nodes(count)}`,
    apply: (count) => `End it on ${nodes(count)}`,
    permission: 'node:change',
    nounOf,
    refusal: ({ maintenance }) => (maintenance ? null : 'It is not in maintenance.'),
    plan: (node) => ({
      steps: [{ node, what: 'new legs may be placed on it again; missing legs are replaced after their rebuild delay, counted from now' }],
    }),
    run: async (node) => {
      await client.DELETE('/api/v1/nodes/{id}/maintenance', { params: { path: { id: node.id }, header: ifMatch(node) } });
      return [];
    },
  },
];
