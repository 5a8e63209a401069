import { describe, expect, it } from 'vitest';
import { permissionNames, permissions } from '../kinds/access/permissions.js';
import { permissionsOf } from '../kinds/access/role.js';
import { nounNames } from '../kinds/nouns.js';
import { type Endpoint, isChanging, volumeScopes } from './definition/endpoint.js';
import { endpoints } from './endpoints.js';

const all = Object.values(endpoints) as Endpoint[];
const open = new Set(['public', 'scrape', 'user']);
/** Permissions that a service checks beside that of the endpoint. */
const CHECKED_BY_SERVICES = ['api-token:manage', 'node:force', 'note:moderate', 'session:manage'];

describe('the table of permissions', () => {
  it('has exactly the permissions that endpoints need and services check', () => {
    const needed = new Set(all.map(({ access }) => access).filter((access) => !open.has(access)));
    expect([...needed, ...CHECKED_BY_SERVICES].sort()).toEqual([...permissionNames].sort());
  });

  it('gives each built-in role all permissions of the lower ones, and viewers no change', () => {
    const [viewer, operator, administrator] = (['viewer', 'operator', 'administrator'] as const).map(permissionsOf);
    expect(operator).toEqual(expect.arrayContaining(viewer ?? []));
    expect(administrator).toEqual([...permissionNames]);
    for (const endpoint of all.filter(isChanging)) expect(viewer, endpoint.id).not.toContain(endpoint.access);
  });

  it('names a verb of a noun of the API, or of a view', () => {
    const views = [
      'audit',
      'history',
      'moment',
      'overview',
      'plan',
      'search',
      'server',
      'session',
      'simulation',
      'statistics',
      'support-bundle',
      'topology',
    ];
    for (const permission of permissionNames) expect([...nounNames, ...views]).toContain(permission.split(':')[0]);
    expect(permissions['volume:read']).toBe('viewer');
  });
});

describe('the volume scope of endpoints', () => {
  it('is declared by each', () => {
    for (const { id, volumeScope } of all) expect(volumeScopes, id).toContain(volumeScope);
  });

  it('filters reads alone, and checks a volume for changes alone', () => {
    for (const endpoint of all.filter(({ volumeScope }) => volumeScope !== 'none' && volumeScope !== 'refused'))
      expect(endpoint.volumeScope === 'filtered', endpoint.id).toBe(!isChanging(endpoint));
  });

  it('leaves no change open except of the own access, and of what hangs on no volume', () => {
    const changes = all.filter((endpoint) => isChanging(endpoint) && endpoint.volumeScope === 'none' && endpoint.access !== 'public');
    expect(changes.map(({ access, id }) => (access === 'user' ? 'own access' : id)).filter((each) => each !== 'own access')).toEqual([]);
  });

  it('refuses all of the administration of access', () => {
    for (const endpoint of all.filter(({ access }) => /^(user|role|volume-group|settings|audit|backup|support-bundle):/.test(access)))
      if (endpoint.id !== 'getSettings') expect(endpoint.volumeScope, endpoint.id).toBe('refused');
  });
});
