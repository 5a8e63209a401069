/** all: the role reaches every volume. groups: only the volumes that the volume groups of the user select. */
export const volumeReaches = ['all', 'groups'] as const;
export type VolumeReach = (typeof volumeReaches)[number];

/** see is part of the others. attach: also detach, and move. change: also create, delete, grow and relabel. */
export const volumeVerbs = ['see', 'attach', 'change'] as const;
export type VolumeVerb = (typeof volumeVerbs)[number];
