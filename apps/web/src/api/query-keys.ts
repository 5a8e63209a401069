import type { LiveKind } from '@weft/shared/links/console-link';

/** API path of each kind in live messages; the keys are openapi-react-query's. */
const LISTS: Record<LiveKind, string> = {
  node: '/api/v1/nodes',
  drive: '/api/v1/drives',
  'drive-class': '/api/v1/drive-classes',
  volume: '/api/v1/volumes',
  attachment: '/api/v1/attachments',
  job: '/api/v1/jobs',
  settings: '/api/v1/settings',
};

export const queryKeys = {
  session: ['get', '/api/v1/session'],
  /** Live messages do not cover users: the code that changes one reads them again. */
  users: ['get', '/api/v1/users'],
  /** Every list of a kind; for settings, the one settings document. */
  lists: (kind: LiveKind) => ['get', LISTS[kind]],
  /** Every object of a kind that was read by its id. */
  anyOne: (kind: LiveKind) => ['get', `${LISTS[kind]}/{id}`],
  one: (kind: LiveKind, id: string) => ['get', `${LISTS[kind]}/{id}`, { params: { path: { id } } }],
  enrollmentTokens: ['get', '/api/v1/enrollment-tokens'],
  audit: ['get', '/api/v1/audit'],
  overview: ['get', '/api/v1/overview'],
  topology: ['get', '/api/v1/topology'],
  /** Dry runs: the placement or the matches as of now. */
  previews: [
    ['post', '/api/v1/volumes/dry-run'],
    ['post', '/api/v1/drive-classes/preview'],
  ],
};
