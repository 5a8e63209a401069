import { deploymentDocumentSchema } from '@weft/shared/kinds/deployments/document';
import { GiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import { drive, emptyCluster, inService, node } from './deployment.fixture.js';
import type { DeploymentWorld } from './deployment-world.js';
import { exportedDocument } from './export.js';
import { planDeployment } from './plan.js';
import { proposeDeployment } from './proposal/propose.js';
import { fingerprintOf } from './step-text.js';

const proposed = (world: DeploymentWorld = emptyCluster()) => proposeDeployment({ fillRatio: 0.5 }, world).document;
const codes = (document: ReturnType<typeof proposed>, world: DeploymentWorld = emptyCluster()) =>
  planDeployment(document, world).problems.map(({ code }) => code);

describe('planDeployment', () => {
  it('orders the steps so that each relies only on earlier ones', () => {
    const { works, problems } = planDeployment(proposed(), emptyCluster());
    expect(problems).toEqual([]);
    expect(works.map(({ kind }) => kind)).toEqual([
      'networks',
      ...['labels', 'labels', 'labels'],
      ...['take', 'take', 'take'],
      ...['class', 'volume', 'attach'],
    ]);
  });

  it('has the same fingerprint for the same steps, and another one after a change', () => {
    const document = proposed();
    const { works } = planDeployment(document, emptyCluster());
    expect(fingerprintOf(planDeployment(structuredClone(document), emptyCluster()).works)).toBe(fingerprintOf(works));
    const changed = emptyCluster({ storageNetworks: document.storageNetworks });
    expect(fingerprintOf(planDeployment(document, changed).works)).not.toBe(fingerprintOf(works));
  });

  it('takes only blank drives, and names each other one as a problem (S1)', () => {
    const occupied = drive('r1-t1', 1, { state: 'occupied', contents: ['ext4 filesystem'] });
    const world = emptyCluster({ drives: [occupied, ...emptyCluster().drives.slice(1)] });
    const { works, problems } = planDeployment(proposed(), world);
    expect(problems[0]).toMatchObject({ code: 'deployment-drive-not-blank', params: { serial: 'S-r1-t1-1', state: 'occupied' } });
    const taken = works.flatMap((work) => (work.kind === 'take' ? work.drives.map(({ serial }) => serial) : []));
    expect(taken).not.toContain('S-r1-t1-1');
  });

  it('takes drives by model and size when the document has no serials, those in service first', () => {
    const byModel = { ...proposed(), drives: [{ node: 'r1-t1', model: 'Sim 100G', sizeBytes: 100 * GiB, count: 1, serials: null }] };
    const free = { ...byModel, volumes: [], attachments: [] };
    const world = emptyCluster({ drives: [drive('r1-t1', 1), drive('r1-t1', 2, inService)] });
    expect(planDeployment(free, world).works.filter(({ kind }) => kind === 'take')).toEqual([]);
    expect(codes({ ...free, drives: [{ ...byModel.drives[0], count: 3 } as never] }, world)).toEqual(['deployment-drives-missing']);
  });

  it('names unknown nodes, offline ones, missing roles and references, and names used twice', () => {
    const document = proposed();
    expect(codes({ ...document, nodes: [...document.nodes, { name: 't9', roles: [], labels: {} }] })).toEqual(['deployment-node-unknown']);
    const world = emptyCluster();
    expect(codes(document, { ...world, nodes: world.nodes.map((each) => ({ ...each, isOnline: each.name !== 'r2-t2' })) })).toEqual([
      'deployment-node-offline',
    ]);
    const withoutRole = document.nodes.map((each) => (each.name === 'c1' ? { ...each, roles: [] } : each));
    expect(codes({ ...document, nodes: withoutRole })).toEqual(['deployment-role-missing']);
    expect(codes({ ...document, driveClasses: [] })).toEqual(['deployment-reference-unknown']);
    expect(codes({ ...document, volumes: [...document.volumes, ...document.volumes] })).toContain('deployment-name-twice');
  });

  it('places volumes on the drives as they will be, and names those that do not fit', () => {
    const document = proposed();
    const large = document.volumes.map((volume) => ({ ...volume, sizeBytes: 400 * GiB }));
    expect(codes({ ...document, volumes: large })).toEqual(['deployment-does-not-fit']);
    const inOneRack = document.nodes.map((each) => ({ ...each, labels: { rack: 'r1' } }));
    expect(codes({ ...document, nodes: inOneRack })).toEqual(['deployment-does-not-fit']);
  });

  it('refuses an attachment to a client without an address on a storage network', () => {
    const world = emptyCluster();
    const cut = { ...world, nodes: world.nodes.map((each) => (each.name === 'c1' ? node('c1', 9, { nics: [] }) : each)) };
    expect(codes(proposed(), cut)).toEqual(['deployment-no-network']);
  });
});

describe('the comparison of a document with the cluster', () => {
  it('lists what it adds, changes, finds in conflict, and does not touch', () => {
    const document = proposed();
    const other = { id: 'x', version: 1, name: document.driveClasses[0]?.name ?? '', description: '', labels: {} };
    const world = emptyCluster({
      storageNetworks: [{ name: 'backup', cidrs: ['10.9.0.0/24'] }],
      classes: [{ ...other, members: { by: 'selector', selector: { models: ['other'] } } }],
    });
    const { diff } = planDeployment(document, world).comparison;
    expect(diff.add.map(({ kind }) => kind)).toEqual([...Array(6).fill('drive'), 'storage-network', 'volume', 'attachment']);
    expect(diff.change.map(({ name, from, to }) => [name, from, to])).toContainEqual(['r1-t1', '', 'rack=r1']);
    expect(diff.conflicts.map(({ kind }) => kind)).toEqual(['drive-class']);
    expect(diff.untouched.map(({ name }) => name)).toEqual(['backup']);
    expect(codes(document, world)).toContain('deployment-conflict');
  });

  it('exports a class whose drives have all left, and refuses to make such a class elsewhere', () => {
    const members = { by: 'list' as const, driveIds: ['gone'] };
    const world = emptyCluster({ classes: [{ id: 'c', version: 1, name: 'left', description: '', labels: {}, members }] });
    for (const serials of [true, false]) {
      const document = deploymentDocumentSchema.parse(exportedDocument(world, serials));
      expect(codes(document, world)).toEqual([]);
      expect(codes(document, { ...world, classes: [] })).toEqual(['deployment-class-empty']);
    }
  });

  it('is empty for the exported document, with serials and without', () => {
    const world = emptyCluster({
      drives: emptyCluster().drives.map((each) => ({ ...each, ...inService })),
      storageNetworks: [{ name: 'storage-1', cidrs: ['10.0.1.0/24'] }],
      classes: [
        { id: 'c', version: 1, name: 'fast', description: '', labels: {}, members: { by: 'list', driveIds: ['r1-t1-1', 'r2-t2-1'] } },
      ],
    });
    for (const serials of [true, false]) {
      const document = deploymentDocumentSchema.parse(exportedDocument(world, serials));
      const { works, problems } = planDeployment(document, serials ? world : { ...world, classes: [] });
      expect(problems).toEqual([]);
      expect(works.map(({ kind }) => kind)).toEqual(serials ? [] : ['class']);
    }
  });
});
