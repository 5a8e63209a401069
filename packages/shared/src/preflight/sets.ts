/** `micron-2018`: the advice of Micron's reference architecture of 2018 for shared NVMe. `weft`: Weft's own. */
export const preflightSets = ['micron-2018', 'weft'] as const;
export type PreflightSet = (typeof preflightSets)[number];

/** error: volumes lose redundancy or paths. warning: volumes are slower, or less of them survives. advice: an improvement. Most severe first. */
export const preflightSeverities = ['error', 'warning', 'advice'] as const;
export type PreflightSeverity = (typeof preflightSeverities)[number];
