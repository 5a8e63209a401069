import { type Entry, entry } from '../entry.js';
import { c1, drive0, leg0, leg1, orders, ordersOnC1, report, t1 } from '../examples.js';
import { attachment, count, leg, legs, message, messages, moment, node, place, volume, word, yes } from '../field.js';
import type { MessageReference } from '../message.js';
import { at, listed, words } from '../words.js';

const phrase = (text: string): Entry<object> => entry({}, { message: () => words`${text}`, example: {} });
const statement = (stated: { by?: string | undefined; at?: string | undefined }) =>
  stated.at ? words`${stated.by ?? 'an administrator'} stated at ${at(stated.at)}` : words`${stated.by ?? 'an administrator'} stated`;
const legPhrase = (verb: string): Entry<{ leg: MessageReference }> =>
  entry({ leg }, { message: ({ leg }) => words`${verb} leg ${leg}`, example: { leg: leg0 } });

/* Names of steps. The job's subject and the step's node say where. */
export const stepMessages = {
  'create-leg': legPhrase('create and wipe'),
  'copy-leg': legPhrase('copy'),
  'extend-leg': legPhrase('extend and wipe'),
  'remove-leg': legPhrase('remove'),
  'export-leg': legPhrase('export'),
  'rebuild-leg': legPhrase('rebuild'),
  'remove-obsolete-leg': entry(
    { leg, epoch: count },
    { message: ({ leg, epoch }) => words`remove leg ${leg} of epoch ${epoch}`, example: { leg: leg0, epoch: 1 } },
  ),
  'export-legs': phrase('export its legs'),
  'withdraw-export': phrase('withdraw its export'),
  'fence-legs': phrase('fence its legs'),
  'build-device': phrase('connect, assemble and publish'),
  'remove-device': phrase('remove the device'),
  'release-volume': phrase('release the volume'),
  'use-new-size': phrase('use the new size'),
  'export-to-client': entry({ client: node }, { message: ({ client }) => words`export it to ${client}`, example: { client: c1 } }),
  'find-place': phrase('find a place'),
  'accept-order': phrase('accept the order'),
  'create-volume-group': phrase('make its volume group'),
  'overwrite-drive': phrase('overwrite the whole drive'),
  'sanitize-drive': phrase('sanitize the whole drive'),
  'remove-volume-group': phrase('remove its volume group'),
  'move-leg': entry(
    { leg, volume },
    { message: ({ leg, volume }) => words`move leg ${leg} of ${volume}`, example: { leg: leg0, volume: orders } },
  ),
  'remove-cache': entry(
    { leg, volume },
    { message: ({ leg, volume }) => words`clean and remove the cache of leg ${leg} of ${volume}`, example: { leg: leg0, volume: orders } },
  ),
  'remove-kept-leg': entry(
    { leg, volume, why: word },
    {
      message: ({ leg, volume, why }) => words`remove leg ${leg} of ${volume} (${why})`,
      example: { leg: leg0, volume: orders, why: 'replaced' },
    },
  ),
};

/* Why a step waits or a job failed, and the wait itself. */
export const jobMessages = {
  'step-waits': entry(
    { step: message.optional(), node: node.optional(), reason: message, ways: messages },
    {
      message: ({ step, node, reason }) => {
        if (!step) return words`${reason}`;
        return node ? words`${step} on ${node}: ${reason}` : words`${step}: ${reason}`;
      },
      unblockedBy: ({ ways }) => listed(ways, '; or '),
      example: {
        step: { code: 'create-leg', params: { leg: leg0 } },
        node: t1,
        reason: report,
        ways: [{ code: 'remove-cause', params: { node: t1 } }],
      },
    },
  ),
  'node-never-connected': entry({ node }, { message: ({ node }) => words`${node} has never connected to a server`, example: { node: t1 } }),
  'node-without-orders': entry(
    { node },
    {
      message: ({ node }) =>
        words`${node} follows another history than this database: the server sends it nothing until an administrator accepts this database's history for it (its condition HistoryUnknown)`,
      example: { node: t1 },
    },
  ),
  unexplained: entry(
    { node: node.optional(), state: word },
    {
      message: ({ node, state }) =>
        node ? words`${node} reported ${state} without a reason: see the log of its agent` : words`no reason was given`,
      example: { node: t1, state: 'refused' },
    },
  ),
  /** `job`: the kind of the job that ended with it. */
  'volume-deleted': entry(
    { volume, job: word },
    {
      message: ({ volume, job }) => words`Volume ${volume} was deleted${DELETED_BEFORE[job] ?? ''}.`,
      example: { volume: orders, job: 'volume.create' },
    },
  ),
  'attachment-detached': entry(
    { attachment },
    { message: ({ attachment }) => words`${attachment} was detached before it was ready.`, example: { attachment: ordersOnC1 } },
  ),
  'attachment-revoked': entry(
    { attachment },
    {
      message: ({ attachment }) => words`${attachment} was force-detached: follow the job attachment.revoke.`,
      example: { attachment: ordersOnC1 },
    },
  ),
  'cancelled-by': entry(
    { by: word, offline: node.optional(), wiping: node.optional() },
    {
      message: ({ by, offline, wiping }) => {
        if (offline) return words`Cancelled by ${by}. ${offline} is offline: if it has begun, it stops when it learns of this.`;
        if (!wiping) return words`Cancelled by ${by}.`;
        return words`Cancelled by ${by}. If ${wiping} began the wipe since its last report, it stops, and what it has overwritten is lost.`;
      },
      example: { by: 'admin' },
    },
  ),
  'wipe-queued': entry({ node }, { message: ({ node }) => words`${node} carries out earlier work first`, example: { node: t1 } }),
  'drive-removed': phrase('The drive, or its node, was removed before this was done.'),
  'order-withdrawn': entry(
    { node },
    { message: ({ node }) => words`The order was withdrawn before ${node} had done it.`, example: { node: t1 } },
  ),
  'left-out': entry(
    { node, by: word.optional(), at: moment.optional() },
    {
      message: ({ node, ...stated }) =>
        words`left out: ${statement(stated)} that ${node} is off. Its fence is pending, its legs are out of the epoch`,
      example: { node: t1, by: 'admin', at: '2026-11-21T14:16:31.725Z' },
    },
  ),
  'in-turn': entry(
    { client: node, dueAt: moment.optional() },
    {
      message: ({ client, dueAt }) =>
        dueAt
          ? words`${client} may still write to it: it is fenced at ${at(dueAt)}, when ${client} has had the time to give up the mirror half that is fenced`
          : words`${client} may still write to it: it is fenced when the first half of its mirrors is, and ${client} has had the time to give that up`,
      example: { client: c1 },
    },
  ),
  /** `released`: the client has released the volume, after the fences were ordered. */
  'not-waited-for': entry(
    { client: node, released: yes, since: moment.optional() },
    {
      message: ({ client, released, since }) => {
        const report = released ? 'has released the volume late' : 'has not reported that it released the volume';
        return since
          ? words`${client} ${report}: its legs are fenced without it since ${at(since)}`
          : words`${client} ${report}: its legs are fenced without it`;
      },
      example: { client: c1, released: false },
    },
  ),
  /** `released`: the client has released the volume all the same. `since`: when the fences began. */
  'client-stated-off': entry(
    { client: node, by: word.optional(), at: moment.optional(), released: yes, since: moment.optional() },
    {
      message: ({ client, released, since, ...stated }) => {
        const fenced = since ? words`its legs are fenced without it since ${at(since)}` : words`its legs are fenced without it`;
        return released
          ? words`${statement(stated)} that ${client} is off, but ${client} has released the volume since: ${fenced}`
          : words`${statement(stated)} that ${client} is off: ${fenced}`;
      },
      example: { client: c1, by: 'admin', at: '2026-11-21T14:16:31.725Z', released: false },
    },
  ),
  'rebuild-needs-attachment': phrase('only the client that has the volume attached exclusive rebuilds a mirror: attach it'),
  'rebuild-progress': entry({ percent: count }, { message: ({ percent }) => words`${percent} % copied`, example: { percent: 42 } }),
  'sanitize-progress': entry(
    { percent: count },
    { message: ({ percent }) => words`${percent} % erased, by the drive itself`, example: { percent: 42 } },
  ),
  'leg-kept': entry(
    { leg, volume },
    { message: ({ leg, volume }) => words`leg ${leg} of ${volume} is kept from an older epoch`, example: { leg: leg0, volume: orders } },
  ),
  'leg-without-mirror': entry(
    { leg, volume, protection: word },
    {
      message: ({ leg, volume, protection }) => words`leg ${leg} of ${volume} cannot move: ${protection} has no mirror half to copy from`,
      example: { leg: leg0, volume: orders, protection: 'raid0' },
    },
  ),
  'volume-state': entry(
    { volume, state: word },
    { message: ({ volume, state }) => words`${volume} is ${state}`, example: { volume: orders, state: 'creating' } },
  ),
  'never-attached': entry(
    { volume },
    {
      message: ({ volume }) =>
        words`${volume} was never attached: the first client that has it attached exclusive makes its array, and only then can a leg be rebuilt`,
      example: { volume: orders },
    },
  ),
  'volume-waits': entry(
    { volume, reason: message },
    {
      message: ({ volume, reason }) => words`${volume}: ${reason}`,
      example: { volume: orders, reason: { code: 'repair-needs-attachment', params: {} } },
    },
  ),
  'eviction-stopped': entry(
    { place, legs: count },
    {
      message: ({ place, legs }) =>
        words`The eviction of ${place} was stopped with ${legs} legs left there; rebuilds that run are finished.`,
      example: { place: drive0, legs: 2 },
    },
  ),
};

const DELETED_BEFORE: Record<string, string> = { 'volume.create': ' before it was ready', 'volume.grow': ' before it had grown' };

/* What would end a wait, one way each. */
export const wayMessages = {
  'reconnect-agent': entry(
    { node },
    { message: ({ node }) => words`the agent of ${node} connecting to a server again`, example: { node: t1 } },
  ),
  'remove-cause': entry(
    { node: node.optional() },
    {
      message: ({ node }) =>
        node
          ? words`removing the cause on ${node}: its agent tries again by itself`
          : words`removing the cause: the agent tries again by itself`,
      example: { node: t1 },
    },
  ),
  'see-message': entry(
    { node: node.optional() },
    { message: ({ node }) => (node ? words`what the message names on ${node}` : words`what the message names`), example: { node: t1 } },
  ),
  'accept-history': entry(
    { node },
    {
      message: ({ node }) => words`an administrator accepting this database's history for ${node} (its condition HistoryUnknown)`,
      example: { node: t1 },
    },
  ),
  'accept-loss': entry(
    { volume, node, legs },
    {
      message: ({ volume, node, legs }) =>
        words`an administrator accepting that what only ${legs.map((leg) => words`leg ${leg}`)} on ${node} may have is lost (POST /api/v1/volumes/${volume.id}/accept-loss with ${legs.map(({ id }) => id)}), which starts a new epoch`,
      example: { volume: orders, node: t1, legs: [leg1] },
    },
  ),
  'declare-target-off': entry(
    { attachment, node },
    {
      message: ({ attachment, node }) =>
        words`an administrator stating that ${node} is off and will not export before it has connected to a server (targetsOff with ${node.id}, POST /api/v1/attachments/${attachment.id}/revoke): its legs then leave the epoch`,
      example: { attachment: ordersOnC1, node: t1 },
    },
  ),
  'delete-volume': entry(
    { volume },
    { message: ({ volume }) => words`deleting ${volume}, after its data was copied elsewhere`, example: { volume: orders } },
  ),
  'discard-leg': entry(
    { leg, volume },
    {
      message: ({ leg, volume }) => words`an administrator discarding leg ${leg} of ${volume}`,
      example: { leg: leg0, volume: orders },
    },
  ),
  'attach-exclusive': phrase('attaching the volume exclusive'),
  'end-of-job': entry({ kind: word }, { message: ({ kind }) => words`its job ${kind}`, example: { kind: 'volume.create' } }),
  'stop-eviction': phrase('cordoning it, which stops the eviction'),
};
