import type { PossibleVolumes } from '@weft/shared/kinds/views/orphan';

type Reference = PossibleVolumes['references'][number];

export const NO_VOLUME: PossibleVolumes = { which: 'none', references: [] };
export const UNKNOWN_VOLUMES: PossibleVolumes = { which: 'unknown', references: [] };

export const oneVolume = ({ id, name }: Reference): PossibleVolumes => ({ which: 'one', references: [{ id, name }] });

/** Each of these volumes of the database once, by name. */
export function volumesOf(volumes: readonly { _id: string; name: string }[]): PossibleVolumes {
  const references = [...new Map(volumes.map(({ _id: id, name }) => [id, { id, name }])).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
  if (references.length > 1) return { which: 'several', references };
  return references[0] ? oneVolume(references[0]) : NO_VOLUME;
}
