import { dmName, dmStripeName, dmUuid, subsystemNqn } from '@weft/shared/identity';
import { describe, expect, it } from 'vitest';
import type { DmMapping, FastState, NvmeHead } from '../host/host.js';
import { id } from '../testing/example-cluster.js';
import { type ExampleMirror, exampleMirror } from '../testing/example-mirror.js';
import { ownersOfDevices, traceAttachment } from './attachment-trace.js';

const VOLUME = id('volume', 1);
const OTHER = id('attachment', 8);
const OTHER_NQN = subsystemNqn(OTHER, id('node', 1), 1);

/** An attached mirror of two legs, as its host shows it after a change. */
function after(change: (fast: FastState, mirror: ExampleMirror) => void) {
  const mirror = exampleMirror([{}, {}], { device: true });
  change(mirror.fast, mirror);
  return { ...mirror, trace: traceAttachment(mirror.attachment, mirror.fast) };
}
const mapping = (name: string, device: string, more: Partial<DmMapping> = {}): DmMapping => ({
  ...{ name, uuid: dmUuid(name), device, sizeBytes: 4096, suspended: false, under: [], ...more },
});

describe('traceAttachment', () => {
  it('finds a leg by its namespace UUID in the subsystem of that leg only', () => {
    const { trace } = after(({ heads }) => {
      const [head] = heads;
      heads.unshift({ ...(head ?? expect.fail()), subsystemNqn: OTHER_NQN, device: 'nvme8n1' });
    });
    expect([...trace.heads.values()].map(({ device }) => device)).toEqual(['nvme0n1', 'nvme1n1']);
    const moved = after(({ heads }) => void Object.assign(heads[0] ?? {}, { subsystemNqn: OTHER_NQN }));
    expect([...moved.trace.heads.keys()]).toEqual([id('leg', 1)]);
  });

  it('finds controllers of the attachment at every epoch, and of no other attachment', () => {
    const { trace } = after(({ controllers }, { attachment }) => {
      const [controller] = controllers;
      const earlier = subsystemNqn(attachment.attachmentId, id('node', 1), 0);
      for (const nqn of [earlier, OTHER_NQN, 'nqn.2014-08.com.example:backup'])
        controllers.push({ ...(controller ?? expect.fail()), name: nqn, subsystemNqn: nqn });
    });
    expect(trace.controllers.map(({ name }) => name)).toEqual(['nvme0', 'nvme1', subsystemNqn(id('attachment', 1), id('node', 1), 0)]);
  });

  it('finds the mappings of the volume by dm name and dm UUID together', () => {
    const others = [
      mapping(dmName(VOLUME), 'dm-8', { uuid: 'LVM-1' }),
      mapping('renamed', 'dm-7', { uuid: dmUuid(dmName(VOLUME)) }),
      mapping(dmName(id('volume', 8)), 'dm-6'),
    ];
    const stripe = mapping(dmStripeName(VOLUME), 'dm-1');
    const { trace } = after(({ mappings }) => void mappings.splice(0, 0, ...others, stripe));
    expect([trace.top?.device, trace.stripe?.device]).toEqual(['dm-0', 'dm-1']);
    const { trace: without } = after((fast) => void Object.assign(fast, { mappings: others }));
    expect([without.top, without.stripe]).toEqual([undefined, undefined]);
  });

  describe('of the device link', () => {
    const linked = (target: string, change: (fast: FastState) => void = () => undefined, name = 'orders') =>
      after((fast) => {
        fast.links = [
          { name: 'billing', target: '/dev/dm-0' },
          { name, target },
        ];
        fast.mappings.push(mapping('debian-root', 'dm-5'));
        change(fast);
      }).trace.link?.target;
    const unmapped = (fast: FastState) => void Object.assign(fast, { mappings: fast.mappings.slice(1) });

    it('finds it by the name of the volume', () => {
      expect(linked('/dev/dm-0')).toBe('/dev/dm-0');
      expect(linked(`/dev/mapper/${dmName(VOLUME)}`)).toBe(`/dev/mapper/${dmName(VOLUME)}`);
      expect(linked('/dev/dm-0', () => undefined, 'orders-2')).toBeUndefined();
    });

    it('finds a dangling one', () => {
      expect(linked('/dev/dm-9')).toBe('/dev/dm-9');
    });

    it('ignores one that points to another mapping while the volume has its own', () => {
      expect(linked('/dev/dm-5')).toBeUndefined();
      expect(linked('/dev/mapper/debian-root')).toBeUndefined();
    });

    it('finds it whatever it points to when the volume has no mapping', () => {
      expect(linked('/dev/dm-5', unmapped)).toBe('/dev/dm-5');
      expect(linked('/dev/dm-9', unmapped)).toBe('/dev/dm-9');
    });
  });

  it('finds the array under its UUID and under the one of the previous epoch', () => {
    const { trace } = after(({ arrays }, { attachment, running }) => {
      Object.assign(attachment.array ?? {}, { previousUuid: id('array', 7) });
      for (const at of [8, 7]) arrays.unshift({ ...running, device: `md${at}`, uuid: id('array', at) });
    });
    expect([trace.array?.device, trace.previousArray?.device]).toEqual(['md127', 'md7']);
  });
});

const MEMBER = { device: 'nvme8n1', flags: ['in_sync'], slot: 2, errors: 0, badBlocks: 0 };

describe('ownersOfDevices', () => {
  const MINE = id('attachment', 1);
  const head = (device: string, subsystem = OTHER_NQN): NvmeHead => ({
    ...{ subsystemNqn: subsystem, nsid: 1, uuid: id('leg', 8), nguid: '', device, sizeBytes: 1 },
  });
  const owners = (change: (fast: FastState, mirror: ExampleMirror) => void) => {
    const { attachment, fast } = after(change);
    return [...ownersOfDevices(attachment, fast)].sort();
  };
  const put = (under: string[]) => (fast: FastState) => {
    fast.arrays = [];
    fast.heads.unshift(head('nvme8n1'));
    Object.assign(fast.mappings[0] ?? {}, { under });
  };

  it('names the attachment whose namespaces lie under the array of the volume', () => {
    expect(owners(() => undefined)).toEqual([MINE]);
  });

  it('names another attachment whose namespace is a member of that array', () => {
    const joined = ({ heads }: FastState, { running }: ExampleMirror) => {
      heads.push(head('nvme8n1'));
      running.members.push({ ...MEMBER });
    };
    expect(owners(joined)).toEqual([MINE, OTHER]);
  });

  it('names the owner of an array without a mapping, also under the previous UUID', () => {
    expect(owners((fast) => void Object.assign(fast, { mappings: [] }))).toEqual([MINE]);
    expect(
      owners((fast, { attachment }) => {
        fast.mappings = [];
        Object.assign(attachment.array ?? {}, { uuid: id('array', 2), previousUuid: id('array', 1) });
      }),
    ).toEqual([MINE]);
  });

  it('follows mappings down to the namespaces', () => {
    expect(owners(put(['nvme8n1']))).toEqual([OTHER]);
    const chained = (fast: FastState) => {
      put(['dm-3', 'nvme0n1'])(fast);
      fast.mappings.push(mapping('cache', 'dm-4', { under: ['nvme1n1'] }), mapping('crypt', 'dm-3', { under: ['nvme8n1'] }));
    };
    expect(owners(chained)).toEqual([MINE, OTHER]);
  });

  it('follows the stripes of the volume', () => {
    const striped = (fast: FastState) => {
      put([])(fast);
      fast.mappings.push(mapping(dmStripeName(VOLUME), 'dm-1', { under: ['nvme8n1'] }));
    };
    expect(owners(striped)).toEqual([OTHER]);
  });

  it('ignores arrays and mappings that are not under the volume', () => {
    const beside = (fast: FastState, { running }: ExampleMirror) => {
      put(['nvme0n1'])(fast);
      fast.arrays = [{ ...running, device: 'md8', uuid: id('array', 8), members: [{ ...MEMBER }] }];
      fast.mappings.push(mapping('crypt', 'dm-3', { under: ['nvme8n1'] }));
    };
    expect(owners(beside)).toEqual([MINE]);
  });

  it('names nobody for drives of the host, for namespaces of another system and for no device', () => {
    expect(owners(put(['sda']))).toEqual([]);
    const another = (fast: FastState) => {
      put(['nvme9n1'])(fast);
      fast.heads.push(head('nvme9n1', 'nqn.2014-08.com.example:backup'));
    };
    expect(owners(another)).toEqual([]);
    expect(owners(put([]))).toEqual([]);
  });

  it('ends when mappings that were read at different moments form a circle', () => {
    const circle = (fast: FastState) => {
      put(['dm-3'])(fast);
      fast.mappings.push(mapping('crypt', 'dm-3', { under: ['dm-0', 'nvme8n1'] }));
    };
    expect(owners(circle)).toEqual([OTHER]);
  });
});
