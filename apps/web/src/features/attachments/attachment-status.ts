import type { Attachment } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

export function attachmentStatus({ state, node, conditions, createdAt, updatedAt }: Attachment): StatusFacts {
  const wrong = conditions.find(({ status }) => status !== 'true');
  switch (state) {
    case 'attached':
      return wrong ? { tone: 'bad', what: 'attached', since: wrong.since, why: wrong.message } : { tone: 'good', what: 'attached' };
    case 'attaching':
      return { tone: 'busy', what: 'attaching', since: createdAt, why: wrong?.message ?? `until ${node.name} has the device` };
    case 'detaching':
      return { tone: 'busy', what: 'detaching', since: updatedAt, why: `until ${node.name} has taken the device apart` };
    case 'unexporting':
      return { tone: 'busy', what: 'detaching', since: updatedAt, why: 'until the targets have withdrawn its exports' };
    case 'revoking':
    case 'revoked': {
      const why = conditions.find(({ type }) => type === 'Fenced')?.message ?? 'until every target has fenced its legs';
      return {
        tone: state === 'revoking' ? 'busy' : 'warn',
        what: state === 'revoking' ? 'being taken away' : 'taken away',
        since: updatedAt,
        why,
      };
    }
  }
}

/** `8 of 8 paths live`, and which are not. */
export function pathsText({ paths }: Attachment): string {
  const down = paths.filter(({ controllerState }) => controllerState !== 'live');
  const names = [
    ...new Set(
      down.map(({ node, storageNetwork, controllerState }) => `${node} by ${storageNetwork} ${controllerState ?? 'not connected'}`),
    ),
  ];
  return `${paths.length - down.length} of ${paths.length} live${names.length > 0 ? `: ${names.join(', ')}` : ''}`;
}
