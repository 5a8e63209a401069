import { describe, expect, it } from 'vitest';
import { clientRequest, isForced, modeFor, requestedMode, transportFor } from './attach-request.js';
import { bytesOf } from './capacity.js';
import { driveClassRequest, drivesOf } from './drive-class-request.js';
import { named, nameIn, objectsOf, sameObject } from './named.js';
import { volumeChange, volumeRequest } from './volume-request.js';

describe('a capacity', () => {
  it.each([
    [1024 ** 3, 1024 ** 3],
    [1, 4096],
    ['1g', 1_000_001_536],
    ['1GiB', 1024 ** 3],
    ['1.5 TiB', 1.5 * 1024 ** 4],
    ['10Gb', 10_000_003_072],
    ['4096', 4096],
    ['max', null],
  ])('%s: %s bytes', (capacity, bytes) => {
    expect(bytesOf(capacity)).toBe(bytes);
  });

  it.each([undefined, null, 0, -1, Number.NaN, Infinity, '', 'x', '1xb', '-1g', '1i', [], {}, true, 1e300, '9'.repeat(40)])(
    'refuses %s',
    (capacity) => {
      expect(() => bytesOf(capacity)).toThrow('capacity must be');
    },
  );
});

describe('a volume to create', () => {
  const volume = { name: 'v', RAIDLevel: 'Mirrored RAID-1', capacity: 8192 };

  it('has the defaults of NVMesh', () => {
    expect(volumeRequest(volume)).toMatchObject({
      driveClass: null,
      sizeBytes: 8192,
      spec: {
        name: 'v',
        protection: 'raid1',
        failureDomain: 'node',
        copies: 2,
        stripeWidth: null,
        stripeSizeBytes: 131_072,
        rebuildPriority: 'normal',
      },
    });
  });

  it('maps RAID level, stripe, domain, class and priority', () => {
    const striped = {
      ...volume,
      RAIDLevel: 'Striped & Mirrored RAID-10',
      numberOfMirrors: 1,
      stripeWidth: '4',
      stripeSize: 16,
      domain: 'Rack',
    };
    expect(volumeRequest({ ...striped, diskClasses: ['fast'], relativeRebuildPriority: 3 })).toMatchObject({
      driveClass: 'fast',
      spec: { protection: 'raid10', failureDomain: 'rack', stripeWidth: 4, stripeSizeBytes: 65_536, rebuildPriority: 'low' },
    });
    expect(volumeRequest({ ...volume, RAIDLevel: 'LVM/JBOD' }).spec).toMatchObject({ protection: 'concatenated', copies: null });
    expect(volumeRequest({ ...volume, numberOfMirrors: 2 }).spec).toMatchObject({ protection: 'raid1', copies: 3 });
    expect(volumeRequest({ ...striped, numberOfMirrors: 2 }).spec).toMatchObject({ protection: 'raid10', copies: 3 });
    expect(volumeRequest({ ...volume, capacity: 'MAX' }).sizeBytes).toBeNull();
    expect(volumeRequest({ ...volume, metadata: { team: 'a' } }).spec.labels).toEqual({ team: 'a' });
  });

  it.each([
    [{ RAIDLevel: 'Erasure Coding' }, 'erasure coding'],
    [{ RAIDLevel: 'Striped Erasure Coding' }, 'erasure coding'],
    [{ RAIDLevel: 'RAID-5' }, 'RAIDLevel must be'],
    [{ RAIDLevel: undefined }, 'RAIDLevel is missing'],
    [{ RAIDLevel: {} }, 'RAIDLevel must be a text'],
    [{ numberOfMirrors: 3 }, 'a third mirror'],
    [{ numberOfMirrors: 0 }, 'numberOfMirrors must be 1 or 2'],
    [{ RAIDLevel: 'Concatenated', numberOfMirrors: 1 }, 'must be 0'],
    [{ stripeWidth: 2 }, 'goes only with a striped'],
    [{ stripeSize: -1 }, 'stripeSize must be'],
    [{ VPG: 'vpg' }, 'volume provisioning groups'],
    [{ serverClasses: ['t'] }, 'target classes'],
    [{ limitByDisks: ['d'] }, 'a limit to drives'],
    [{ limitByNodes: ['d'] }, 'a limit to targets'],
    [{ diskClasses: ['a', 'b'] }, 'several drive classes'],
    [{ diskClasses: 'a' }, 'diskClasses must be a list'],
    [{ domain: 'Row' }, 'this domain'],
    [{ protectionLevel: 'Ignore Separation' }, 'Ignore Separation'],
    [{ enableNVMf: true }, 'NVMf'],
    [{ isEncrypted: true }, 'passphrases'],
    [{ sourceID: 'other' }, 'snapshots'],
    [{ relativeRebuildPriority: 'x' }, 'relativeRebuildPriority must be'],
    [{ description: 7 }, 'description must be a text'],
    [{ metadata: { size: 7 } }, 'metadata must be an object of texts'],
    [{ metadata: 'x' }, 'metadata must be an object of texts'],
    [{ colour: 'red' }, 'colour is no field'],
  ])('refuses %j', (part, problem) => {
    expect(() => volumeRequest({ ...volume, ...part })).toThrow(problem);
  });

  it('accepts the empty values that clients send for what they do not use', () => {
    const empty = { serverClasses: [], limitByDisks: [], limitByNodes: [], VPG: null, enableNVMf: false, dataBlocks: 0, sourceID: '' };
    expect(volumeRequest({ ...volume, ...empty }).spec.name).toBe('v');
    expect(() => volumeRequest(['v'])).toThrow('must be an object');
  });
});

describe('a volume to change', () => {
  const current = {
    RAIDLevel: 'Concatenated',
    capacity: 8192,
    description: 'old',
    diskClasses: ['fast'],
    relativeRebuildPriority: 10,
    domain: '',
  };

  it('asks for what differs only', () => {
    expect(volumeChange({ ...current, _id: 'v' }, current)).toEqual({});
    expect(volumeChange({ ...current, _id: 'v', capacity: 16_384, description: 'new' }, current)).toEqual({
      sizeBytes: 16_384,
      description: 'new',
    });
    expect(volumeChange({ _id: 'v', metadata: { team: 'b' } }, { ...current, metadata: { team: 'a' } })).toEqual({ labels: { team: 'b' } });
    expect(volumeChange({ _id: 'v', relativeRebuildPriority: 20 }, current)).toEqual({ rebuildPriority: 'high' });
    expect(volumeChange({ _id: 'v', isEncrypted: true }, { ...current, isEncrypted: true })).toEqual({});
  });

  it.each([
    [{ RAIDLevel: 'Mirrored RAID-1' }, 'RAIDLevel of an existing object'],
    [{ diskClasses: ['other'] }, 'diskClasses of an existing object'],
    [{ isEncrypted: true }, 'isEncrypted of an existing object'],
    [{ capacity: 'MAX' }, 'MAX for an existing volume'],
    [{ limitByDisks: ['d'] }, 'a limit to drives'],
    [7, 'must be an object'],
  ])('refuses %j', (change, problem) => {
    expect(() => volumeChange(change, current)).toThrow(problem);
  });
});

describe('an attach request', () => {
  it('reads client, volumes and mode', () => {
    expect(clientRequest({ client: 'c1', volumes: [{ name: 'v' }] })).toEqual({
      client: 'c1',
      clientUuid: undefined,
      volumes: [{ name: 'v' }],
    });
    expect(requestedMode({ name: 'v' })).toBeNull();
    expect(requestedMode({ name: 'v', reservation: { mode: 'SHARED_READ_ONLY', preempt: 0 }, emulation: { mode: 'NONE' } })).toBe(
      'readonly',
    );
    expect([isForced({ force: 1 }), isForced({ force: 0 }), isForced({ force: false }), isForced('v')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    [{ reservation: { mode: 'ALL' } }, 'reservation.mode must be one of'],
    [{ reservation: 'x' }, 'reservation must be an object'],
    [{ reservation: { preempt: true } }, 'taking a volume'],
    [{ reservation: { isDetachOthers: true } }, 'taking a volume'],
    [{ emulation: { mode: 'STATIC' } }, 'emulated devices'],
    [{ referenceID: 'r' }, 'reference ids'],
  ])('refuses %j', (part, problem) => {
    expect(() => requestedMode({ name: 'v', ...part })).toThrow(problem);
  });

  it.each([null, 1, [], {}, { client: 1, volumes: [] }, { client: 'c', volumes: 'v' }])('refuses the body %j', (body) => {
    expect(() => clientRequest(body)).toThrow('must');
  });

  it('shares only volumes without md', () => {
    const [plain, mirror] = [{ name: 'v', protection: 'raid0' } as const, { name: 'v', protection: 'raid1' } as const];
    expect([modeFor(null, plain), modeFor(null, mirror)]).toEqual(['shared', 'exclusive']);
    expect(modeFor('readonly', mirror)).toBe('readonly');
    expect(() => modeFor('shared', mirror)).toThrow('one writer');
  });

  it('takes RDMA only where every node has it on a storage network', () => {
    const node = (rdma: boolean, storageNetwork: string | null) =>
      ({ capabilities: { rdma }, nics: [{ rdmaDevice: 'mlx5_0', storageNetwork }] }) as never;
    expect(transportFor([node(true, 's'), node(true, 's')])).toBe('rdma');
    expect(transportFor([node(true, 's'), node(true, null)])).toBe('tcp');
    expect(transportFor([node(true, 's'), node(false, 's')])).toBe('tcp');
  });
});

describe('a drive class request', () => {
  it('reads the three forms of drives', () => {
    expect(
      driveClassRequest({ _id: 'c', disks: ['a.1', { diskID: 'b.1' }, { model: 'm', disks: [{ diskID: 'c.1' }, { diskID: 'a.1' }] }] }),
    ).toEqual({
      description: undefined,
      diskIds: ['a.1', 'b.1', 'c.1'],
    });
    expect(driveClassRequest({ _id: 'c', description: 'd' })).toEqual({ description: 'd', diskIds: undefined });
    expect(drivesOf(['a.1'], new Map([['a.1', 'id']]))).toEqual(['id']);
    expect(() => drivesOf(['b.1'], new Map())).toThrow('There is no drive b.1');
  });

  it.each([
    [{ disks: 'x' }],
    [{ disks: [1] }],
    [{ disks: [{ disks: [{ disks: [{ disks: [] }] }] }] }],
    [{ disks: [{}] }],
    [{ description: 1 }],
  ])('refuses %j', (part) => {
    expect(() => driveClassRequest({ _id: 'c', ...part })).toThrow('must be');
  });

  it('refuses domains', () => {
    expect(() => driveClassRequest({ _id: 'c', domains: [{ scope: 'Rack' }] })).toThrow('domains of drive classes');
  });
});

describe('the objects of a request', () => {
  it('are a list or Ids, and named by _id, name or themselves', () => {
    expect(objectsOf({ Ids: ['a'] })).toEqual(['a']);
    expect(objectsOf([1])).toEqual([1]);
    expect(named({ name: 'v', uuid: 'u' })).toEqual({ name: 'v', uuid: 'u' });
    expect(named('v')).toEqual({ name: 'v', uuid: undefined });
    expect(nameIn({ _id: 7 })).toBeNull();
    for (const none of [{}, 'x', null]) expect(() => objectsOf(none)).toThrow('must be a list');
    expect(() => objectsOf(Array(201))).toThrow('too large');
    expect(() => named({ _id: '' })).toThrow('must name the object');
  });

  it('are those that the caller read', () => {
    expect(() => sameObject('volume', { name: 'v', uuid: 'u' }, { id: 'u' })).not.toThrow();
    expect(() => sameObject('volume', { name: 'v', uuid: 'u' }, { id: 'w' })).toThrow('another uuid');
    expect(() => sameObject('volume', { name: 'v', uuid: undefined }, undefined)).toThrow('There is no volume v');
  });
});
