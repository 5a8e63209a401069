/** Kinds that change one by one: a reader keeps its copy current by re-reading changed objects. No schemas here, as the console needs only these constants. */
export const topologyKinds = ['node', 'drive', 'volume', 'attachment'] as const;
export type TopologyKind = (typeof topologyKinds)[number];
/** Above this number of changed objects, reading everything again is cheaper. */
export const MAX_TOPOLOGY_OBJECTS = 200;
