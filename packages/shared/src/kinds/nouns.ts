/**
 * Every noun of the API: the first segment of its paths below /api/v1, and whether the server pushes its changes to browsers. Settings are one document;
 * every other path is that of a list.
 */
export const nouns = {
  alert: { path: 'alerts', live: true },
  'api-token': { path: 'api-tokens', live: false },
  attachment: { path: 'attachments', live: true },
  channel: { path: 'channels', live: true },
  'drive-class': { path: 'drive-classes', live: true },
  drive: { path: 'drives', live: true },
  'enrollment-token': { path: 'enrollment-tokens', live: false },
  event: { path: 'events', live: true },
  node: { path: 'nodes', live: true },
  job: { path: 'jobs', live: true },
  benchmark: { path: 'benchmarks', live: true },
  deployment: { path: 'deployments', live: true },
  drill: { path: 'drills', live: true },
  backup: { path: 'backups', live: false },
  role: { path: 'roles', live: false },
  user: { path: 'users', live: false },
  'volume-group': { path: 'volume-groups', live: false },
  notification: { path: 'notifications', live: false },
  note: { path: 'notes', live: true },
  'preflight-finding': { path: 'preflight-findings', live: false },
  'preflight-run': { path: 'preflight-runs', live: true },
  orphan: { path: 'orphans', live: false },
  silence: { path: 'silences', live: true },
  snapshot: { path: 'snapshots', live: false },
  settings: { path: 'settings', live: true },
  volume: { path: 'volumes', live: true },
} as const;

export type NounName = keyof typeof nouns;
export const nounNames = Object.keys(nouns) as NounName[];

const byPath: ReadonlyMap<string, NounName> = new Map(nounNames.map((noun) => [nouns[noun].path, noun]));
/** The noun of a path of the API, by its first segment below /api/v1. Undefined: the path is of no single noun (`/api/v1/search`). */
export const nounOfPath = (path: string): NounName | undefined =>
  path.startsWith('/api/v1/') ? byPath.get(path.split('/')[3] ?? '') : undefined;
