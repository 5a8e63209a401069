import { describe, expect, it } from 'vitest';
import type { Alert } from '../api/types.js';
import { alertAttention, attentionOf } from './attention.js';

const counts = {
  nodes: { online: 5, lost: 0, never: 0 },
  drives: { total: 6, inService: 6, available: 0, occupied: 0, capacityBytes: 0, allocatedBytes: 0 },
  driveClasses: 1,
  volumes: {
    total: 4,
    byHealth: [
      { health: 'healthy' as const, count: 3, unconfirmed: 0 },
      { health: 'detached' as const, count: 1, unconfirmed: 0 },
    ],
  },
  attachments: { total: 3, attached: 3, open: 0, fewerPaths: 0 },
  jobs: { running: 2, waiting: 0 },
  orphans: { total: 0, ignored: 0, byOnlyCopy: { yes: 0, unknown: 0, no: 0 } },
  backupProblems: 0,
};

describe('attentionOf', () => {
  it('counts nothing while all is healthy, whatever runs or is detached', () => {
    expect(attentionOf({ counts })).toEqual({});
  });

  it('counts what is not known to be healthy, lost or waiting, each at its list', () => {
    const found = attentionOf({
      counts: {
        ...counts,
        nodes: { online: 3, lost: 1, never: 1 },
        volumes: {
          total: 4,
          byHealth: [
            { health: 'degraded', count: 2, unconfirmed: 0 },
            { health: 'healthy', count: 2, unconfirmed: 1 },
          ],
        },
        attachments: { ...counts.attachments, fewerPaths: 1 },
        jobs: { running: 0, waiting: 1200 },
        orphans: { total: 2, ignored: 3, byOnlyCopy: { yes: 1, unknown: 0, no: 1 } },
      },
    });
    expect(found).toEqual({
      Volumes: { count: 3, tone: 'warn', what: '3 not known to be healthy' },
      Attachments: { count: 1, tone: 'warn', what: '1 with paths that are not live' },
      Nodes: { count: 2, tone: 'bad', what: '2 not online' },
      Orphans: { count: 2, tone: 'warn', what: '2 without a counterpart, 3 ignored' },
      Jobs: { count: 1200, tone: 'warn', what: '1,200 waiting' },
    });
  });

  it('is bad when the data of a volume cannot be reached', () => {
    const byHealth = [
      { health: 'degraded' as const, count: 1, unconfirmed: 0 },
      { health: 'stalled' as const, count: 1, unconfirmed: 0 },
    ];
    expect(attentionOf({ counts: { ...counts, volumes: { total: 2, byHealth } } }).Volumes).toMatchObject({ count: 2, tone: 'bad' });
  });
});

describe('alertAttention', () => {
  const alert = (change: Partial<Alert> = {}) =>
    ({ state: 'firing', severity: 'warning', silencedBy: [], inhibitedBy: null, ...change }) as Alert;
  const quiet = [alert({ state: 'pending' }), alert({ silencedBy: ['s1'] }), alert({ inhibitedBy: { id: 'n1', name: 't1' } })];

  it('counts firing alerts that neither a silence nor a maintenance explains', () => {
    expect(alertAttention({ items: quiet, total: 3 })).toBeNull();
    expect(alertAttention({ items: [...quiet, alert(), alert()], total: 5 })).toEqual({ count: 2, tone: 'warn', what: '2 firing' });
  });

  it('is bad when one is critical, and says when there are more than it has read', () => {
    expect(alertAttention({ items: [alert({ severity: 'critical' })], total: 101 })).toEqual({
      count: 1,
      tone: 'bad',
      what: 'at least 1 firing',
    });
  });
});
