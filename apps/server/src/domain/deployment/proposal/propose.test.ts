import { nameSchema } from '@weft/shared/identity';
import { deploymentDocumentSchema } from '@weft/shared/kinds/deployments/document';
import { GiB, MiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import { drive, emptyCluster, nic, node, SIZE, volume } from '../deployment.fixture.js';
import type { DeploymentWorld } from '../deployment-world.js';
import { classNameOf } from './classes.js';
import { guessNetworks, subnetOf } from './networks.js';
import { guessPlaces } from './places.js';
import { proposeDeployment } from './propose.js';

const propose = (world: DeploymentWorld = emptyCluster(), request = {}) => proposeDeployment({ fillRatio: 0.5, ...request }, world);
const codesOf = (world: DeploymentWorld) => propose(world).remarks.map(({ code }) => code);

describe('proposeDeployment', () => {
  it('proposes roles, racks from names, networks, a class by model and size, and a volume for each client', () => {
    const { document } = propose();
    expect(deploymentDocumentSchema.parse(document)).toEqual(document);
    expect(document).toMatchObject({
      storageNetworks: [{ name: 'storage-1', cidrs: ['10.0.1.0/24'] }],
      driveClasses: [{ name: 'sim-100g-100gib', members: { models: ['Sim 100G'], minSizeBytes: SIZE, maxSizeBytes: SIZE } }],
      volumes: [{ name: 'data-c1', protection: 'raid10', failureDomain: 'rack' }],
      attachments: [{ volume: 'data-c1', node: 'c1', transport: 'rdma' }],
    });
    expect(document.nodes).toContainEqual({ name: 'r1-t1', roles: ['target'], labels: { rack: 'r1' } });
    expect(document.nodes).toContainEqual({ name: 'c1', roles: ['client'], labels: {} });
  });

  it('takes the share of the usable bytes, and fits', () => {
    const [first] = propose().document.volumes;
    // Six drives of 100 GiB, mirrored, half of them: nearly 150 GiB.
    expect(first?.sizeBytes).toBeGreaterThan(140 * GiB);
    expect(first?.sizeBytes).toBeLessThanOrEqual(150 * GiB);
    const [small] = propose(emptyCluster(), { fillRatio: 0.01 }).document.volumes;
    expect(small?.sizeBytes).toBeLessThan(4 * GiB);
    expect((small?.sizeBytes ?? 1) % (4 * MiB)).toBe(0);
  });

  it('states what each alternative survives, and why one is not possible', () => {
    const { alternatives } = propose();
    const of = (protection: string, failureDomain: string) =>
      alternatives.find((each) => each.protection === protection && each.failureDomain === failureDomain);
    expect(of('raid10', 'rack')).toMatchObject({ chosen: true, possible: true, survives: { code: 'survives-further' } });
    expect(of('raid1', 'node')).toMatchObject({ chosen: false, possible: true, survives: { code: 'survives-domain' } });
    expect(of('raid0', 'rack')).toMatchObject({ possible: true, survives: { code: 'survives-nothing' } });
    expect(of('raid0', 'rack')?.usableBytes).toBeGreaterThan(of('raid10', 'rack')?.usableBytes ?? 0);
    const single = emptyCluster({ nodes: [node('c1', 9), node('t1', 1)], drives: [drive('t1', 1), drive('t1', 2)] });
    expect(propose(single).alternatives.find(({ protection }) => protection === 'raid10')).toMatchObject({
      possible: false,
      usableBytes: 0,
      reason: { code: 'proposal-too-few-domains' },
    });
    expect(propose(single).document.volumes).toMatchObject([{ protection: 'concatenated' }]);
  });

  it('follows the chosen protection, domain and clients', () => {
    const { document } = propose(emptyCluster(), { protection: 'raid1', failureDomain: 'node', clients: ['c1', 'r1-t1'] });
    expect(document.volumes.map(({ name, protection, failureDomain }) => [name, protection, failureDomain])).toEqual([
      ['data-c1', 'raid1', 'node'],
      ['data-r1-t1', 'raid1', 'node'],
    ]);
    expect(propose(emptyCluster(), { clients: [] }).document.volumes).toEqual([]);
  });

  it('makes every target a client when all nodes have drives, and gives new volumes names that are free', () => {
    const converged = emptyCluster({ nodes: emptyCluster().nodes.filter(({ name }) => name !== 'c1'), volumes: [volume('data-r1-t1')] });
    expect(propose(converged).document.volumes.map(({ name }) => name)).toEqual(['data-r1-t1-2', 'data-r2-t2', 'data-r3-t3']);
  });

  it('leaves out drives with contents and nodes that are not connected, with the reason (S1)', () => {
    const occupied = drive('r1-t1', 1, { state: 'occupied', contents: ['GPT partition table'] });
    const world = emptyCluster({
      drives: [occupied, ...emptyCluster().drives.slice(1)],
      nodes: emptyCluster().nodes.map((each) => ({ ...each, isOnline: each.name !== 'r3-t3' })),
    });
    const { document, remarks } = propose(world);
    expect(document.drives.flatMap(({ serials }) => serials)).toEqual(['S-r1-t1-2', 'S-r2-t2-1', 'S-r2-t2-2']);
    expect(document.nodes.map(({ name }) => name)).not.toContain('r3-t3');
    expect(remarks.map(({ code }) => code)).toEqual(expect.arrayContaining(['drive-left-out', 'node-left-out']));
  });

  it('refuses when no node reports a usable drive', () => {
    expect(() => propose(emptyCluster({ drives: [] }))).toThrow('nothing to propose');
  });

  it('proposes TCP when a NIC of client or targets has no RDMA', () => {
    const world = emptyCluster();
    const plain = {
      ...world,
      nodes: world.nodes.map((each, at) => ({ ...each, nics: [nic(`10.0.1.${at + 1}/24`, { rdmaDevice: null })] })),
    };
    expect(propose(plain).document.attachments).toMatchObject([{ transport: 'tcp' }]);
  });

  it('says that no rack could be guessed, and does not invent one', () => {
    const world = emptyCluster({
      nodes: [node('c1', 9), node('alpha', 1), node('beta', 2)],
      drives: [drive('alpha', 1), drive('beta', 1)],
    });
    expect(codesOf(world)).toContain('no-label-guessed');
    expect(propose(world).document.nodes.every(({ labels }) => Object.keys(labels).length === 0)).toBe(true);
  });
});

describe('guessPlaces', () => {
  it.each([
    ['rack', ['rack01-n1', 'rack02-n1'], ['r1', 'r2']],
    ['rack', ['store-r7-a', 'store-r12-a'], ['r7', 'r12']],
    ['zone', ['dc1-r1-n1', 'dc2-r1-n1'], ['z1', 'z2']],
    ['zone', ['az-a-1', 'az-b-1'], ['za', 'zb']],
    ['rack', ['r1-n1', 'r1-n2'], []],
    ['rack', ['r1-n1', 'server-2'], []],
    ['rack', ['rhea', 'rubin'], []],
  ] as const)('reads the %s of %j', (key, names, expected) => {
    const { labels } = guessPlaces(
      names.map((name, at) => node(name, at + 1)),
      key,
    );
    expect([...labels.values()]).toEqual(expected);
  });

  it('leaves a label that a node has', () => {
    const nodes = [node('r1-n1', 1, { labels: { rack: 'cellar' } }), node('r2-n1', 2)];
    expect([...guessPlaces(nodes, 'rack').labels]).toEqual([['id-r2-n1', 'r2']]);
  });
});

describe('guessNetworks', () => {
  const on = (name: string, at: number, rdma: boolean) =>
    node(name, at, {
      agentAddress: `192.168.0.${at}`,
      nics: [
        nic(`192.168.0.${at}/24`, { rdmaDevice: null }),
        nic(`10.1.0.${at}/16`, { rdmaDevice: rdma ? 'mlx5_0' : null }),
        nic(`172.16.0.${at}/24`, { rdmaDevice: null }),
      ],
    });

  it('prefers subnets with RDMA, and leaves out the one of the agents', () => {
    expect(guessNetworks([on('a', 1, true), on('b', 2, true)], []).networks).toEqual([{ name: 'storage-1', cidrs: ['10.1.0.0/16'] }]);
    const plain = guessNetworks([on('a', 1, false), on('b', 2, false)], []);
    expect(plain.networks.flatMap(({ cidrs }) => cidrs)).toEqual(['10.1.0.0/16', '172.16.0.0/24']);
    expect(plain.remarks.map(({ code }) => code)).toContain('network-left-out');
  });

  it('keeps the networks of the settings', () => {
    const known = [{ name: 'left', cidrs: ['10.9.0.0/24'] }];
    expect(guessNetworks([on('a', 1, true), on('b', 2, true)], known)).toEqual({ networks: known, remarks: [] });
  });

  it.each([
    ['10.0.1.7/24', '10.0.1.0/24'],
    ['10.0.1.7', null],
    ['169.254.1.1/16', null],
    ['127.0.0.1/8', null],
    ['fe80::1/64', null],
    ['fd00:0:0:7::1/64', 'fd00:0:0:7::/64'],
    ['2001:db8:1:2:3:4:5:6/48', '2001:db8:1::/48'],
  ])('reads the subnet of %s', (address, subnet) => {
    expect(subnetOf(address)).toBe(subnet);
  });
});

describe('classNameOf', () => {
  it.each(['MZWLR3T8HBLS-00007', 'INTEL SSDPE2KX040T8', '9300 Pro', 'Ä', 'a'.repeat(64)])('makes a valid name of %s', (model) => {
    const first = classNameOf(model, 3.84e12, new Set());
    expect(nameSchema.parse(first)).toBe(first);
    const second = classNameOf(model, 3.84e12, new Set([first]));
    expect(nameSchema.parse(second)).not.toBe(first);
  });
});
