import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isChanging } from '@weft/shared/endpoints/definition/endpoint';
import { type EndpointId, endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, test } from 'vitest';

/** Endpoints that no page calls, and why. */
const ELSEWHERE: Partial<Record<EndpointId, string>> = {
  healthz: 'for supervisors and load balancers',
  readyz: 'for supervisors and load balancers',
  serviceDiscovery: 'for Prometheus',
  prometheusRules: 'for Prometheus',
  downloadBackup: 'a link: the browser saves the file',
  benchmarkTable: 'a link: the browser saves the file',
  currentDeployment: 'a link: the browser saves the file',
  diffDeployment: 'for scripts: the plan that the wizard shows has the same comparison',
  benchmarkOutput: 'a link: the browser saves the file',
  supportBundle: 'for curl: docs/operating.md shows the command',
  exportAudit: 'a link: the browser saves the file',
  exportWipeRecords: 'a link: the browser saves the file',
  exportEvents: 'a link: the browser saves the file',
  exportVolumeKey: 'for curl: docs/encryption.md shows the command, and no page is to show a key',
  importVolumeKey: 'for curl: docs/encryption.md shows the command',
  getPreflightRun: 'for scripts that wait for the end of a run: docs/preflight.md',
  getSnapshot: 'for scripts that wait for a snapshot: the page of its volume lists all',
  startOidcDeviceLogin: 'for programs: weft login --oidc',
  finishOidcDeviceLogin: 'for programs: weft login --oidc',
  enroll: 'for agents: the console issues the token and shows the command',
};

/** Changes without a curl command on their page, and why. */
const WITHOUT_CURL: Partial<Record<EndpointId, string>> = {
  login: 'every curl says that its session comes from there',
  loginWithSecondFactor: 'the second step of login',
  finishOidcLogin: 'needs the cookie of the browser that began',
  logout: 'ends the session of this browser, which no curl has',
};

const source = join(import.meta.dirname, '..');
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|schema\.ts$/.test(file))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Matches a call such as `'get', '/api/v1/nodes/{id}'`, or a condition with two paths. */
const called = (by: string, { method, path }: { method: string; path: string }): boolean =>
  new RegExp(`${by}\\(\\s*'${method.toLowerCase()}',[^,]*?'${escaped(path.replace(/:(\w+)/g, '{$1}'))}'`).test(code);

const all = Object.values(endpoints).map(({ id, method, path }) => ({ id: id as EndpointId, method, path }));
const isChange = ({ id }: (typeof all)[number]): boolean => isChanging(endpoints[id]);

test.each(all.filter((each) => !isChange(each)))('calls $id from a page, unless the exceptions name another caller', (endpoint) => {
  expect(called('(?:useQuery|queryOptions|apiRequest)', endpoint)).toBe(ELSEWHERE[endpoint.id] === undefined);
});

test.each(all.filter(isChange))('calls $id from a page and shows its curl command, unless it is listed as an exception', (endpoint) => {
  expect(called('apiRequest', endpoint)).toBe((ELSEWHERE[endpoint.id] ?? WITHOUT_CURL[endpoint.id]) === undefined);
  expect(called('useMutation', endpoint)).toBe(ELSEWHERE[endpoint.id] === undefined);
});
