/**
 * Shard keys of the collections that grow with time and with the number of machines (docs/decisions/sharding.md). All others are small, have unique indexes
 * of their own, and are changed together in transactions: they stay on one shard.
 */
export const shardKeys: Readonly<Record<string, Readonly<Record<string, 1 | 'hashed'>>>> = {
  statisticsTenSeconds: { series: 'hashed' },
  statisticsMinutes: { series: 'hashed' },
  statisticsHours: { series: 'hashed' },
  // `<nodeId>/<kind>/<objectId>`: the statuses of a node are neighbours, and a report is a transaction on one shard.
  objectStatuses: { _id: 1 },
  audit: { _id: 'hashed' },
  events: { _id: 'hashed' },
  jobs: { _id: 'hashed' },
  moments: { _id: 'hashed' },
};
