/** dm-cache's modes: what a write waits for, and whether anything is cached. */
export const cacheModes = ['write-through', 'write-back', 'pass-through'] as const;
export type CacheMode = (typeof cacheModes)[number];
