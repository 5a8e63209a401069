import type { DeploymentWork } from '@weft/shared/kinds/deployments/deployment';
import { describe, expect, it } from 'vitest';
import type { DeploymentDocument } from '../documents/deployment.document.js';
import { applyStep } from './apply-step.js';
import { CLASS_ID, drive, emptyCluster, inService, node, volume } from './deployment.fixture.js';
import type { DeploymentWorld } from './deployment-world.js';
import { planDeployment } from './plan.js';
import {
  begun,
  currentIndex,
  failed,
  finished,
  isBegun,
  lateness,
  pendingStep,
  resumed,
  stepEnded,
  stopped,
  undoOrdered,
} from './progress.js';
import { proposeDeployment } from './proposal/propose.js';
import { undoBlockers, undoStep } from './undo-step.js';

const now = new Date('2026-11-28T12:00:00Z');
const { document } = proposeDeployment({ fillRatio: 0.1 }, emptyCluster());
const { works } = planDeployment(document, emptyCluster());
const work = <K extends DeploymentWork['kind']>(kind: K) =>
  works.find((each) => each.kind === kind) as Extract<DeploymentWork, { kind: K }>;

const deployment = (more: Partial<DeploymentDocument> = {}): DeploymentDocument => ({
  _id: 'd',
  version: 1,
  revision: 1,
  createdAt: now,
  updatedAt: now,
  title: 'first',
  state: 'running',
  goal: 'applied',
  document,
  steps: works.map(pendingStep),
  requestedBy: 'ada',
  undoneBy: null,
  error: null,
  finishedAt: null,
  simulated: false,
  ...more,
});

const decide = (kind: DeploymentWork['kind'], world: DeploymentWorld, jobIds: string[] = []) =>
  applyStep({ work: work(kind), jobIds }, world);
const driveClass = {
  id: CLASS_ID,
  version: 2,
  ...document.driveClasses[0],
  name: document.driveClasses[0]?.name ?? '',
  description: document.driveClasses[0]?.description ?? '',
  labels: {},
  members: { by: 'selector' as const, selector: { models: ['Sim 100G'], minSizeBytes: 107374182400, maxSizeBytes: 107374182400 } },
};
const wanted = (() => {
  const { driveClass: _, name, ...spec } = work('volume').volume;
  return volume(name, { spec: { ...spec, driveClassId: CLASS_ID } });
})();
const withClass = (more: Partial<DeploymentWorld> = {}) => emptyCluster({ classes: [driveClass], ...more });

describe('applyStep', () => {
  it('adds networks beside those of the settings, based on their version', () => {
    const other = { name: 'other', cidrs: ['10.9.0.0/24'] };
    const decision = decide('networks', emptyCluster({ storageNetworks: [other], settingsVersion: 7 }));
    expect(decision).toMatchObject({
      next: 'act',
      action: { do: 'set-networks', version: 7, storageNetworks: [other, { name: 'storage-1' }] },
    });
    expect(decide('networks', emptyCluster({ storageNetworks: document.storageNetworks }))).toEqual({ next: 'done' });
    expect(decide('networks', emptyCluster({ storageNetworks: [{ name: 'storage-1', cidrs: ['10.5.0.0/24'] }] }))).toMatchObject({
      next: 'refuse',
      why: { code: 'deployment-conflict' },
    });
  });

  it('keeps the other labels of a node', () => {
    const nodes = emptyCluster().nodes.map((each) => ({ ...each, labels: { floor: '2' } }));
    expect(decide('labels', emptyCluster({ nodes }))).toMatchObject({ next: 'act', action: { labels: { floor: '2', rack: 'r1' } } });
  });

  it('takes what is blank, waits, and ends when every drive is in service', () => {
    expect(decide('take', emptyCluster())).toMatchObject({
      next: 'act',
      action: { do: 'take', drives: [{ id: 'r1-t1-1' }, { id: 'r1-t1-2' }] },
    });
    const taking = [drive('r1-t1', 1, { state: 'taking' }), drive('r1-t1', 2, inService)];
    expect(decide('take', emptyCluster({ drives: taking }))).toEqual({ next: 'wait' });
    expect(decide('take', emptyCluster({ drives: [drive('r1-t1', 1, inService), drive('r1-t1', 2, inService)] }))).toEqual({
      next: 'done',
    });
  });

  it('refuses a drive that is not blank, or whose serial is another one, at the moment of acting (S1)', () => {
    const occupied = [drive('r1-t1', 1, { state: 'occupied' }), drive('r1-t1', 2)];
    expect(decide('take', emptyCluster({ drives: occupied }))).toMatchObject({
      next: 'refuse',
      why: { code: 'deployment-drive-not-blank' },
    });
    const replaced = [drive('r1-t1', 1, { serial: 'OTHER' }), drive('r1-t1', 2)];
    expect(decide('take', emptyCluster({ drives: replaced }))).toMatchObject({
      next: 'refuse',
      why: { code: 'deployment-serial-missing' },
    });
  });

  it('creates a volume in the class of that name, waits for it, and refuses another volume of its name', () => {
    expect(decide('volume', withClass())).toMatchObject({
      next: 'act',
      action: { do: 'create-volume', request: { driveClassId: CLASS_ID } },
    });
    expect(decide('volume', withClass({ volumes: [{ ...wanted, state: 'creating' }] }))).toEqual({ next: 'wait' });
    expect(decide('volume', withClass({ volumes: [wanted] }))).toEqual({ next: 'done' });
    expect(decide('volume', withClass({ volumes: [volume(wanted.name)] }))).toMatchObject({ why: { code: 'deployment-conflict' } });
  });

  it('does not make again what somebody removed meanwhile', () => {
    expect(decide('volume', withClass(), ['job'])).toMatchObject({ next: 'refuse', why: { code: 'deployment-object-gone' } });
    expect(decide('attach', withClass({ volumes: [wanted] }), ['job'])).toMatchObject({ why: { code: 'deployment-object-gone' } });
  });

  it('attaches, and ends when the client has the volume', () => {
    const world = withClass({ volumes: [wanted] });
    expect(decide('attach', world)).toMatchObject({
      next: 'act',
      action: { do: 'attach', request: { nodeId: 'id-c1', transport: 'rdma' } },
    });
    const attachment = { id: 'a', volume: wanted.name, node: 'c1', mode: 'exclusive' as const, transport: 'rdma' as const };
    expect(decide('attach', { ...world, attachments: [{ ...attachment, state: 'attaching' }] })).toEqual({ next: 'wait' });
    expect(decide('attach', { ...world, attachments: [{ ...attachment, state: 'attached' }] })).toEqual({ next: 'done' });
  });
});

describe('the course of a deployment', () => {
  it('takes one step after the other, and stores what a step will own before it acts', () => {
    const first = begun(deployment(), 0, emptyCluster(), now);
    expect(first.steps[0]).toMatchObject({ state: 'running', owns: ['storage-1'], startedAt: now });
    expect(isBegun(first, 0)).toBe(true);
    expect(currentIndex(first)).toBe(0);
    expect(currentIndex(stepEnded(first, 0, 'done', now))).toBe(1);
    const labelled = begun(deployment(), 1, emptyCluster(), now);
    expect(labelled.steps[1]).toMatchObject({ owns: ['rack'], before: { rack: null } });
  });

  it('owns nothing that was there before', () => {
    const world = withClass({ volumes: [wanted], drives: emptyCluster().drives.map((each) => ({ ...each, ...inService })) });
    const steps = works.map((_, index) => begun(deployment(), index, world, now).steps[index]);
    expect(steps.filter((step) => ['take', 'class', 'volume'].includes(step?.work.kind ?? '')).flatMap((step) => step?.owns)).toEqual([]);
  });

  it('stops at the first failure, and resumes at that step', () => {
    const error = { code: 'deployment-conflict', message: 'no' };
    const after = failed(begun(deployment(), 0, emptyCluster(), now), 0, error, now);
    expect(after).toMatchObject({ state: 'failed', error, finishedAt: now });
    expect(resumed(after)).toMatchObject({ state: 'running', error: null, finishedAt: null });
    expect(resumed(after).steps[0]).toMatchObject({ state: 'pending', owns: ['storage-1'], jobIds: [] });
    expect(() => resumed(finished(after, now))).toThrow('resume is not possible');
    expect(stopped(deployment(), 'ada', now)).toMatchObject({ state: 'stopped', error: { code: 'deployment-stopped' } });
  });

  it('fails a step that takes longer than a day', () => {
    const day = 24 * 3_600_000;
    expect(lateness({ startedAt: now }, new Date(now.getTime() + day))).toBeNull();
    expect(lateness({ startedAt: now }, new Date(now.getTime() + day + 1))).toMatchObject({ code: 'deployment-step-late' });
  });
});

describe('undo', () => {
  /** As after a whole deployment, without the attachment. */
  const applied = () =>
    works.reduce(
      (each, { kind }, index) => (kind === 'attach' ? each : stepEnded(begun(each, index, emptyCluster(), now), index, 'done', now)),
      deployment({ state: 'done' }),
    );
  const world = () =>
    withClass({
      storageNetworks: document.storageNetworks,
      nodes: emptyCluster().nodes.map((each) =>
        each.name === 'c1' ? each : { ...each, labels: { rack: each.name.slice(0, 2), floor: '1' } },
      ),
      drives: emptyCluster().drives.map((each) => ({ ...each, ...inService })),
      volumes: [{ ...wanted, driveIds: ['r1-t1-1', 'r2-t2-1'] }],
    });
  const step = (kind: DeploymentWork['kind']) => {
    const found = applied().steps.find((each) => each.work.kind === kind);
    if (!found) throw new Error(`no step ${kind}`);
    return found;
  };

  it('goes backwards, and ends', () => {
    const ordered = undoOrdered(applied(), 'ada', world());
    expect(ordered).toMatchObject({ goal: 'undone', state: 'running', undoneBy: 'ada' });
    const order: string[] = [];
    let each = ordered;
    for (let index = currentIndex(each); index >= 0; index = currentIndex(each)) {
      order.push(each.steps[index]?.work.kind ?? '');
      each = stepEnded(each, index, 'undone', now);
    }
    expect(order).toEqual(['volume', 'class', 'take', 'take', 'take', 'labels', 'labels', 'labels', 'networks']);
  });

  it('deletes the volume, the class and the networks, releases the drives, and restores the labels', () => {
    expect(undoStep(step('volume'), world())).toMatchObject({ action: { do: 'delete-volume', volume: { name: wanted.name, version: 3 } } });
    const gone = { ...world(), volumes: [] };
    expect(undoStep(step('class'), gone)).toMatchObject({ action: { do: 'delete-class', driveClass: { version: 2 } } });
    expect(undoStep(step('take'), gone)).toMatchObject({ action: { do: 'release', drives: [{ id: 'r1-t1-1' }, { id: 'r1-t1-2' }] } });
    expect(undoStep(step('labels'), gone)).toMatchObject({ action: { do: 'set-labels', labels: { floor: '1' } } });
    expect(undoStep(step('networks'), gone)).toMatchObject({ action: { do: 'set-networks', storageNetworks: [] } });
    for (const kind of ['volume', 'class', 'take', 'labels', 'networks'] as const)
      expect(undoStep(step(kind), emptyCluster())).toEqual({ next: 'done' });
  });

  it('refuses while a volume was ever attached, with its name', () => {
    const attached = { ...world(), volumes: [{ ...wanted, wasAttached: true }] };
    expect(undoBlockers(applied().steps, attached)).toMatchObject([{ code: 'deployment-volume-attached' }]);
    expect(() => undoOrdered(applied(), 'ada', attached)).toThrow('may hold data');
    expect(undoBlockers(applied().steps, world())).toEqual([]);
  });

  it('refuses while volumes of others are on its drives or in its class', () => {
    const others = { ...world(), volumes: [wanted, volume('other', { driveIds: ['r1-t1-1'] })] };
    expect(undoBlockers(applied().steps, others).map(({ code }) => code)).toEqual(['deployment-drive-used', 'deployment-class-used']);
  });

  it('keeps a label that somebody changed since, and networks that attachments run over', () => {
    const moved = { ...world(), nodes: [node('r1-t1', 1, { labels: { rack: 'elsewhere' } })] };
    expect(undoStep(step('labels'), moved)).toEqual({ next: 'done' });
    const attachment = {
      id: 'a',
      volume: 'x',
      node: 'c1',
      mode: 'exclusive' as const,
      transport: 'tcp' as const,
      state: 'attached' as const,
    };
    expect(undoStep(step('networks'), { ...world(), attachments: [attachment] })).toEqual({ next: 'kept' });
  });

  it('keeps what was there before the deployment', () => {
    expect(undoStep({ ...step('take'), owns: [] }, world())).toEqual({ next: 'kept' });
  });
});
