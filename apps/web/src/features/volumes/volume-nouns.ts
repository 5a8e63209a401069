import type { Attachment, Volume } from '../../api/types.js';
import type { Noun } from '../../ui/text/nouns.js';

/** All objects that texts about a volume may name, except the volume itself. */
export const nounsOfVolume = (
  { legs, obsoleteLegs }: Pick<Volume, 'legs' | 'obsoleteLegs'>,
  attachments: readonly Attachment[] = [],
): Noun[] => [
  ...[...legs, ...obsoleteLegs].flatMap(({ node, drive }): Noun[] => [
    { kind: 'node', ...node },
    { kind: 'drive', id: drive.id, name: drive.serial },
  ]),
  ...attachments.map(({ node }): Noun => ({ kind: 'node', ...node })),
];
