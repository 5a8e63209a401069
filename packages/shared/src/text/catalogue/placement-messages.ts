import { entry } from '../entry.js';
import { c1, drive0, t1 } from '../examples.js';
import { count, drive, messages, moment, node, nodes, word } from '../field.js';
import type { Message } from '../message.js';
import { at, listed, type Words, words } from '../words.js';

interface Drives {
  count: number;
  drives: readonly Message[];
}
const example = { count: 1, drives: [{ code: 'drive-of-node', params: { drive: drive0, node: t1 } }] };

const some = ({ count, drives }: Drives): Words =>
  count > drives.length ? words`${listed(drives, ', ')} and ${count - drives.length} more` : listed(drives, ', ');
const notCounted = (why: string) =>
  entry({ count, drives: messages }, { message: (data: Drives) => words`${data.count} ${why} (${some(data)})`, example });

/* Drives of a class that a placement does not count. `drives`: the first of them. */
export const placementMessages = {
  'drive-of-node': entry(
    { drive, node },
    { message: ({ drive, node }) => words`${drive} of ${node}`, example: { drive: drive0, node: t1 } },
  ),
  'drives-not-in-service': notCounted('not in service'),
  'drives-missing': notCounted('missing from their nodes'),
  'drives-of-offline-nodes': notCounted('of nodes that are not online'),
  'drives-cordoned': notCounted('cordoned'),
  'drives-without-cache': notCounted('of nodes without room for a cache'),
  'drives-without-thin': notCounted('without room in a pool of thin legs, or of nodes without thin legs'),
  'drives-without-integrity': notCounted('of nodes without dm-integrity'),
  'drives-in-maintenance': entry(
    { count, drives: messages, node, since: moment, until: moment, requestedBy: word },
    {
      message: ({ node, since, until, requestedBy, ...data }) =>
        words`${data.count} of ${node}, in maintenance since ${at(since)}, until ${at(until)}, asked for by ${requestedBy} (${some(data)})`,
      example: { ...example, node: t1, since: '2026-11-21T14:16:31.725Z', until: '2026-11-21T16:16:31.725Z', requestedBy: 'ops' },
    },
  ),
  'drives-fenced': entry(
    { count, node },
    {
      message: ({ count, node }) =>
        words`${count} of ${node}, which fences its export to the client because of a foreign host: disconnect that host, then detach the volume and attach it again`,
      example: { count: 2, node: t1 },
    },
  ),
  'drives-out-of-reach': entry(
    { count, node, clients: nodes },
    {
      message: ({ count, node, clients }) => words`${count} of ${node}, which ${clients} shares no storage network with`,
      example: { count: 2, node: t1, clients: [c1] },
    },
  ),
};
