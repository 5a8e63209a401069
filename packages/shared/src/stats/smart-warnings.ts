/** Bits of the critical warning: NVM Express Base 2.0, figure 207. */
export const smartWarnings = [
  'spare below threshold',
  'temperature',
  'reliability degraded',
  'read-only',
  'backup of volatile memory failed',
] as const;
export type SmartWarning = (typeof smartWarnings)[number];

/** Names of the bits that are set. A bit without a name is left out. */
export const warningsOf = (criticalWarning: number): SmartWarning[] => smartWarnings.filter((_, bit) => (criticalWarning >> bit) % 2 === 1);
