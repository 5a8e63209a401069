import { readdirSync, readFileSync } from 'node:fs';
import { MAX, MOST } from '@weft/shared/messages/bounded';
import { reasonSchema } from '@weft/shared/messages/report';
import { driveRef, volumeRef } from '@weft/shared/text/references';
import { describe, expect, it } from 'vitest';
import { id } from '../testing/example-cluster.js';
import { reason, recoded } from './reason.js';

const drive = driveRef(id('drive', 1), 'S1');
const hosts = (count: number, address: string) =>
  reason('foreign-host', {
    volume: volumeRef(id('volume', 1), 'orders'),
    hosts: Array(count).fill(address),
    moreHosts: 0,
    clientAddresses: [],
  });

describe('reason', () => {
  it('reports code, data, and the sentence made of them', () => {
    expect(reason('drive-holds-legs', { drive, legs: 2 })).toEqual({
      code: 'drive-holds-legs',
      params: { drive, legs: 2 },
      message: 'drive S1 still holds 2 legs; delete or move their volumes first',
    });
  });

  it('reports no undefined data, and the details beside the sentence', () => {
    expect(reason('not-drained', { operation: undefined, failure: 'open' }, { exitCode: 1, stderr: 'open' })).toEqual({
      ...{ code: 'not-drained', params: { failure: 'open' }, message: 'open', exitCode: 1, stderr: 'open' },
    });
  });

  it('omits data over the bounds of reports; the sentence stays', () => {
    for (const over of [hosts(MOST.paramItems + 1, '10.0.0.1'), hosts(1, 'x'.repeat(MAX.paramText + 1))]) {
      expect(over.params).toBeUndefined();
      expect(over.message).toContain('is connected to the export of volume orders');
      expect(reasonSchema.safeParse({ ...over, message: '' }).success).toBe(true);
    }
    expect(reasonSchema.safeParse(hosts(MOST.paramItems, 'x'.repeat(MAX.paramText))).error?.issues.map(({ path }) => path)).toEqual([
      ['message'],
    ]);
  });

  it('keeps command and output when a failure gets another code', () => {
    const failure = reason('command-failed', { operation: 'connect', failure: 'no route' }, { command: ['nvme'], exitCode: 1 });
    expect(recoded(failure, 'path-missing')).toEqual({ ...failure, code: 'path-missing' });
  });
});

it('is the only place where the agent makes a reason', () => {
  const folder = new URL('../', import.meta.url);
  const byHand = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== 'reason/reason.ts')
    .filter((path) => /code: ['"`][a-z-]+['"`],\s*message\b/.test(readFileSync(new URL(path, folder), 'utf8')));
  expect(byHand).toEqual([]);
});
