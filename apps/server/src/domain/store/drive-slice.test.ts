import { describe, expect, it } from 'vitest';
import type { DriveDocument } from '../documents/drive.document.js';
import { type Changes, changed } from '../documents/parts.js';
import { releasing, serving, taking, wiping } from '../drive/drives.fixture.js';
import { driveDifference } from './drive-slice.js';

const difference = (before: DriveDocument, change: Changes<DriveDocument>, isOrder = false) => {
  const { change: written, isAssigned } = driveDifference(before, { after: changed(before, change), isOrder });
  return [written?.change === 'update' ? written.kind : written, isAssigned];
};

describe('driveDifference', () => {
  it.each<[string, DriveDocument, Changes<DriveDocument>, unknown[]]>([
    ['nothing', serving, {}, [null, false]],
    ['its sizes', serving, { status: { largestFreeBytes: 1, capacityBytes: 2 } }, ['live', false]],
    [
      'its conditions',
      serving,
      { status: { conditions: [{ type: 'VolumeGroupLost', status: 'true', since: '', reason: 'drive-lost', message: '' }] } },
      ['live', false],
    ],
    ['being in service', taking, { status: { inService: true, capacityBytes: 2, stateSince: new Date(0) } }, ['decision', false]],
    ['the end of a release', releasing, { spec: { desired: 'observed' } }, ['decision', true]],
    ['the end of a wipe', wiping, { spec: { wipe: null } }, ['decision', true]],
  ])('of %s: version and assignment', (_, before, change, expected) => {
    expect(difference(before, change)).toEqual(expected);
  });

  it('raises the version for every order, and computes the assignment', () => {
    expect(difference(taking, { spec: { desired: 'released' } }, true)).toEqual(['decision', true]);
    expect(difference(releasing, {}, true)).toEqual(['decision', true]);
  });

  it('removes a drive, and takes it out of the assignment', () => {
    expect(driveDifference(releasing, { after: null, isOrder: false })).toEqual({
      change: { change: 'remove', before: releasing },
      isAssigned: true,
    });
  });
});
