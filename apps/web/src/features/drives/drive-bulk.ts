import { client, ifMatch } from '../../api/client.js';
import type { Drive } from '../../api/types.js';
import type { BulkAction } from '../bulk/bulk-action.js';
import { drivePlace } from '../scheduling/place.js';
import { schedulingActions } from '../scheduling/scheduling-bulk.js';
import { releaseSteps, takeSteps } from './drive-plans.js';
import { driveRefusal } from './drive-refusals.js';
import { sanitizes } from './wipe-method.js';

const drives = (count: number) => `${count} ${count === 1 ? 'drive' : 'drives'}`;
const nounOf = ({ id, serial }: Drive) => ({ kind: 'drive' as const, id, name: serial });
const params = (drive: Drive) => ({ path: { id: drive.id }, header: ifMatch(drive) });

export const driveBulk: readonly BulkAction<Drive>[] = [
  {
    label: 'Take…',
    title: (count) => `Take ${drives(count)} into service`,
    apply: (count) => `Take ${drives(count)}`,
    permission: 'drive:change',
    nounOf,
    refusal: (drive) => driveRefusal('take', drive),
    plan: (drive) => ({ steps: takeSteps(drive), changes: [{ change: { kind: 'drive.take', driveId: drive.id } }] }),
    run: async (drive) => {
      const { data } = await client.POST('/api/v1/drives/{id}/take', { params: params(drive), body: {} });
      return data ? [data.job] : [];
    },
  },
  {
    label: 'Wipe…',
    title: (count) => `Wipe ${drives(count)}`,
    apply: (count) => `Destroy everything on ${drives(count)}`,
    permission: 'drive:wipe',
    nounOf,
    refusal: (drive) => driveRefusal('wipe', drive),
    plan: (drive) => ({
      steps: [
        {
          node: drive.node,
          what: `${sanitizes(drive) ? 'sanitizes' : 'overwrites'} the whole drive permanently; contents: ${drive.contents.join('; ') || 'unrecognised data'}`,
        },
      ],
      changes: [{ change: { kind: 'drive.wipe', driveId: drive.id } }],
    }),
    run: async (drive) => {
      const { data } = await client.POST('/api/v1/drives/{id}/wipe', { params: params(drive), body: { serial: drive.serial } });
      return data ? [data.job] : [];
    },
    typed: (count) => `wipe ${drives(count)}`,
  },
  {
    label: 'Release…',
    title: (count) => `Release ${drives(count)}`,
    apply: (count) => `Release ${drives(count)}`,
    permission: 'drive:change',
    nounOf,
    refusal: (drive) => driveRefusal('release', drive),
    plan: (drive) => ({ steps: releaseSteps(drive), changes: [{ change: { kind: 'drive.release', driveId: drive.id } }] }),
    run: async (drive) => {
      const { data } = await client.POST('/api/v1/drives/{id}/release', { params: params(drive), body: {} });
      return data ? [data.job] : [];
    },
  },
  ...schedulingActions(drivePlace, { one: 'drive', many: 'drives', refusal: (drive) => driveRefusal('evict', drive) }),
];
