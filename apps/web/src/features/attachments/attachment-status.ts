import { isWell } from '@weft/shared/kinds/condition-types';
import type { Attachment, Condition } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

const endOf = (condition: Condition | undefined, or: { waitingFor: string; unblockedBy: string }) => ({
  waitingFor: condition?.waitingFor ?? or.waitingFor,
  unblockedBy: condition?.unblockedBy ?? or.unblockedBy,
});

/** Nouns: its volume and its client. */
export const attachmentStatus = (attachment: Attachment): StatusFacts => ({
  ...statusOf(attachment),
  nouns: [
    { kind: 'volume', ...attachment.volume },
    { kind: 'node', ...attachment.node },
  ],
});

function statusOf(attachment: Attachment): StatusFacts {
  const { state, node, volume, conditions, createdAt, updatedAt } = attachment;
  const wrong = conditions.find((each) => !isWell(each));
  const agent = { waitingFor: `the agent of ${node.name}`, unblockedBy: `${node.name} and its agent running` };
  switch (state) {
    case 'attached':
      return wrong
        ? { tone: 'bad', what: 'attached', since: wrong.since, why: wrong.message, ...endOf(wrong, agent) }
        : pathsStatus(attachment);
    case 'attaching':
      return {
        tone: 'busy',
        what: 'attaching',
        since: createdAt,
        why: wrong?.message ?? `until ${node.name} has the device`,
        ...endOf(wrong, agent),
      };
    case 'detaching':
      return {
        tone: 'busy',
        what: 'detaching',
        since: updatedAt,
        why: `until ${node.name} has taken the device apart`,
        ...endOf(wrong, { ...agent, unblockedBy: `nothing on ${node.name} having it open, and its agent running` }),
      };
    case 'unexporting':
      return {
        tone: 'busy',
        what: 'detaching',
        since: updatedAt,
        why: 'until the targets have withdrawn its exports',
        ...endOf(wrong, { waitingFor: `the targets of ${volume.name}`, unblockedBy: 'their agents running' }),
      };
    case 'revoking':
    case 'revoked': {
      const fenced = conditions.find(({ type }) => type === 'Fenced');
      return {
        tone: state === 'revoking' ? 'busy' : 'warn',
        what: state === 'revoking' ? 'being force detached' : 'force detached',
        since: updatedAt,
        why: fenced?.message ?? 'until every target has fenced its legs',
        ...endOf(fenced, {
          waitingFor: `the targets of ${volume.name}`,
          unblockedBy: 'their agents running, or a statement that they are off',
        }),
      };
    }
  }
}

/** Status of an attached volume by its paths. With no live path, the status is bad. */
function pathsStatus(attachment: Attachment): StatusFacts {
  const down = attachment.paths.filter(({ controllerState }) => controllerState !== 'live');
  if (down.length === 0) return { tone: 'good', what: 'attached' };
  return {
    tone: down.length === attachment.paths.length ? 'bad' : 'warn',
    what: 'attached',
    since: earliest(down.map(({ notLiveSince }) => notLiveSince)),
    why: `paths are ${pathsText(attachment)}`,
    waitingFor: [...new Set(down.map(({ node, storageNetwork }) => `${node} by ${storageNetwork}`))].join(', '),
    unblockedBy: 'the NICs, the network or the target on those ways being there again',
  };
}

/** All times in one zone (ISO 8601, UTC). @returns null if one of them is unknown, because it may be earlier. */
const earliest = (moments: readonly (string | null)[]): string | null => (moments.includes(null) ? null : (moments.toSorted()[0] ?? null));

/** `8 of 8 paths live`, and the paths that are not. */
export function pathsText({ paths }: Attachment): string {
  const down = paths.filter(({ controllerState }) => controllerState !== 'live');
  const names = [
    ...new Set(
      down.map(({ node, storageNetwork, controllerState }) => `${node} by ${storageNetwork} ${controllerState ?? 'not connected'}`),
    ),
  ];
  return `${paths.length - down.length} of ${paths.length} live${names.length > 0 ? `: ${names.join(', ')}` : ''}`;
}

/** One path, as reported by the client. A path that is not live waits for the target's NIC, the network, or the target. */
export function pathStatus(
  { controllerState, notLiveSince, node, storageNetwork }: Attachment['paths'][number],
  { node: client }: Attachment,
): StatusFacts {
  if (controllerState === 'live') return { tone: 'good', what: 'live' };
  return {
    tone: 'bad',
    what: controllerState ?? 'not connected',
    since: notLiveSince,
    why:
      controllerState === null
        ? `${client.name} has no controller for ${node} by ${storageNetwork}`
        : `its controller on ${client.name} for ${node} by ${storageNetwork} is ${controllerState}`,
    waitingFor: `${node} by ${storageNetwork}`,
    unblockedBy: `the NICs of both on ${storageNetwork} being up, and ${node} exporting the leg`,
  };
}
