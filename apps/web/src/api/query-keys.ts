import type { LiveKind } from '@weft/shared/links/console-link';

/** Where the API has each kind that live messages speak of; the keys are openapi-react-query's. */
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
  /** No live messages speak of them: whoever changes one reads them again. */
  users: ['get', '/api/v1/users'],
  /** Every list of a kind; of settings, which are one document, that. */
  lists: (kind: LiveKind) => ['get', LISTS[kind]],
  /** Each of a kind that is read by its id. */
  anyOne: (kind: LiveKind) => ['get', `${LISTS[kind]}/{id}`],
  one: (kind: LiveKind, id: string) => ['get', `${LISTS[kind]}/{id}`, { params: { path: { id } } }],
  enrollmentTokens: ['get', '/api/v1/enrollment-tokens'],
  audit: ['get', '/api/v1/audit'],
  overview: ['get', '/api/v1/overview'],
  topology: ['get', '/api/v1/topology'],
  /** Dry runs: what would be placed or matched now. */
  previews: [
    ['post', '/api/v1/volumes/dry-run'],
    ['post', '/api/v1/drive-classes/preview'],
  ],
};
