import { describe, expect, it } from 'vitest';
import { type Endpoint, isChanging } from './definition/endpoint.js';
import { endpoints } from './endpoints.js';

describe('isChanging', () => {
  it('holds for every endpoint except GETs and dry runs', () => {
    const all = Object.values(endpoints) as Endpoint[];
    const others = all.filter((endpoint) => endpoint.method !== 'GET' && !isChanging(endpoint));
    expect(others.map(({ id }) => id).sort()).toEqual([
      'diffDeployment',
      'planChange',
      'planDeployment',
      'planDrill',
      'planDriveEviction',
      'planMaintenance',
      'planNodeDrain',
      'planVolume',
      'previewDriveClass',
      'proposeDeployment',
      'startOidcDeviceLogin',
      'startOidcLogin',
    ]);
    expect(all.filter(({ method, readOnly }) => method === 'GET' && readOnly)).toEqual([]);
  });
});
