/** Kinds that change one by one: a reader keeps its copy true by asking again for those that changed. Apart from the schemas: the console needs these words, not those. */
export const topologyKinds = ['node', 'drive', 'volume', 'attachment'] as const;
export type TopologyKind = (typeof topologyKinds)[number];
/** More than this at once: reading everything again is cheaper. */
export const MAX_TOPOLOGY_OBJECTS = 200;
