import type { EndpointId } from '@weft/shared/endpoints/endpoints';

/** Words of commands that the rule below would name badly, and why it does. */
const WORDS: Partial<Record<EndpointId, readonly string[]>> = {
  healthz: ['server', 'health'],
  readyz: ['server', 'ready'],
  session: ['session', 'get'],
  endSessions: ['session', 'end-all'],
  getHistory: ['history', 'get'],
  acceptHistory: ['history', 'accept'],
  undoPlanOfDeployment: ['deployment', 'undo-plan'],
  serviceDiscovery: ['prometheus', 'targets'],
  prometheusRules: ['prometheus', 'rules'],
  queryStatistics: ['statistics', 'query'],
  nicDependents: ['nic', 'dependents'],
  storageNetworkDependents: ['storage-network', 'dependents'],
};

/** Endpoints without a generated command, and what to use instead. */
export const WITHOUT_COMMAND: Partial<Record<EndpointId, string>> = {
  login: 'weft login: keeps the session in the context',
  loginOptions: 'weft login: reads them itself',
  loginWithSecondFactor: 'weft login --code',
  logout: 'weft logout: removes the session from the context too',
  startOidcLogin: 'for browsers: weft login --oidc works on any device',
  finishOidcLogin: 'for browsers: the provider sends them there',
  startOidcDeviceLogin: 'weft login --oidc',
  finishOidcDeviceLogin: 'weft login --oidc: keeps the session in the context',
  enroll: 'for agents: weft-agent enroll keeps the credential that the answer has',
  planChange: 'weft plan: takes the command whose steps it shows',
  planVolume: 'volume create --dry-run',
  planNodeDrain: 'node drain --dry-run',
  planMaintenance: 'node start-maintenance --dry-run',
  planDriveEviction: 'drive evict --dry-run',
  planDrill: 'drill create --dry-run',
};

/** Parts of words: `createVolumeGroup` is create, volume, group. */
const parts = (id: string): string[] => id.split(/(?=[A-Z])/).map((part) => part.toLowerCase());

/** The noun of one path segment: `drive-classes` is drive-class. */
export function singular(segment: string): string {
  if (segment === 'settings' || segment === 'stats') return segment;
  if (segment.endsWith('classes')) return segment.slice(0, -2);
  return segment.endsWith('s') ? segment.slice(0, -1) : segment;
}

export function plural(noun: string): string {
  if (noun === 'settings' || noun === 'history') return noun;
  return noun.endsWith('class') ? `${noun}es` : `${noun}s`;
}

/** The words of an endpoint's command: the noun is the first segment of the path; the verb is the operation's id without the noun. */
export function wordsOf(id: EndpointId, path: string): string[] {
  const given = WORDS[id];
  if (given) return [...given];
  const noun = singular(path.replace('/api/v1/', '').split('/')[0] ?? '');
  const own = new Set([...noun.split('-'), ...plural(noun).split('-')]);
  const verb = parts(id).filter((part) => !own.has(part));
  return verb.length === 0 ? [noun] : [noun, verb.join('-')];
}
