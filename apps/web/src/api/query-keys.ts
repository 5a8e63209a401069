import { type LiveKind, liveLists } from '@weft/shared/links/console-link';

/** Keys of openapi-react-query. */
export const queryKeys = {
  session: ['get', '/api/v1/session'],
  secondFactors: ['get', '/api/v1/session/second-factors'],
  /** Live messages do not cover users: the code that changes one reads them again. */
  users: ['get', '/api/v1/users'],
  /** Every list of a kind; for settings, the one settings document. */
  lists: (kind: LiveKind) => ['get', liveLists[kind]],
  /** Every object of a kind that was read by its id. */
  anyOne: (kind: LiveKind) => ['get', `${liveLists[kind]}/{id}`],
  one: (kind: LiveKind, id: string) => ['get', `${liveLists[kind]}/{id}`, { params: { path: { id } } }],
  roles: ['get', '/api/v1/roles'],
  volumeGroups: ['get', '/api/v1/volume-groups'],
  apiTokens: ['get', '/api/v1/api-tokens'],
  sessions: ['get', '/api/v1/sessions'],
  enrollmentTokens: ['get', '/api/v1/enrollment-tokens'],
  audit: ['get', '/api/v1/audit'],
  backups: ['get', '/api/v1/backups'],
  notifications: ['get', '/api/v1/notifications'],
  orphans: ['get', '/api/v1/orphans'],
  preflightFindings: ['get', '/api/v1/preflight-findings'],
  overview: ['get', '/api/v1/overview'],
  topology: ['get', '/api/v1/topology'],
  simulation: ['get', '/api/v1/simulation'],
  /** Dry runs: the placement or the matches as of now. */
  previews: [
    ['post', '/api/v1/volumes/dry-run'],
    ['post', '/api/v1/drive-classes/preview'],
  ],
};
