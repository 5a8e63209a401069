import type { Attachment, Volume } from '../../api/types.js';
import type { Noun } from '../../ui/text/nouns.js';

/** Everything that sentences about a volume may name, but itself. */
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
