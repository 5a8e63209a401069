/**
 * The CSI driver in a real Kubernetes: etcd, kube-apiserver, kube-controller-manager, kube-scheduler and the sidecars of the controller's pod, built from
 * Go modules, with the manifests of packages/csi. Weft is a real server with a simulated cluster. There is no kubelet: the test does what a kubelet does.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../support/api-client.js';
import { builtDriver, CsiDriver } from '../support/csi/csi-driver.js';
import { startWeft, type WeftCluster } from '../support/csi/weft-for-driver.js';
import { setUp } from '../support/set-up.js';
import { ControlPlane } from './cluster/control-plane.js';
import type { KubeObject } from './cluster/kube-api.js';
import { TestKubelet } from './cluster/kubelet.js';
import {
  type Claim,
  claim,
  type KubeEvent,
  type PersistentVolume,
  type Pod,
  paths,
  pod,
  type StorageCapacity,
  storageClass,
  type VolumeAttachment,
} from './cluster/objects.js';
import type { Program } from './cluster/programs.js';
import { Recording } from './cluster/recording.js';
import { controllerAccount, deployFolder, startSidecars } from './cluster/sidecars.js';

const WAIT = 300;
let directory: string;
let weft: WeftCluster;
let plane: ControlPlane;
let controller: CsiDriver;
const drivers: CsiDriver[] = [];
let one: TestKubelet;
let two: TestKubelet;
let sidecars: Program[] = [];
let recording: Recording;

/** A node of Kubernetes, whose node service runs on a client of the simulated cluster. */
async function addNode(name: string): Promise<TestKubelet> {
  const own = join(directory, name);
  await mkdir(own, { recursive: true });
  const driver = new CsiDriver({ directory: own, server: weft.server.url, token: weft.tokens.node, node: name, words: ['--mode', 'node'] });
  drivers.push(driver);
  await driver.start();
  const kubelet = new TestKubelet(name, plane, driver, own);
  await kubelet.register();
  return kubelet;
}

/** The controller as its pod runs it: with the account of the pod, and without a node. */
async function startController(): Promise<CsiDriver> {
  const own = join(directory, 'controller');
  const account = join(own, 'account');
  await mkdir(account, { recursive: true });
  await writeFile(join(account, 'token'), await plane.serviceAccountToken('weft-csi', controllerAccount));
  await writeFile(join(account, 'ca.crt'), plane.admin.ca);
  const driver = new CsiDriver({
    ...{ directory: own, server: weft.server.url, token: weft.tokens.controller, node: 'none', program: builtDriver },
    words: ['--mode', 'controller', '--service-account', account],
    env: { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(plane.admin.port) },
  });
  drivers.push(driver);
  await driver.start();
  return driver;
}

beforeAll(async () => {
  await setUp('kubernetes');
  directory = await mkdtemp(join(tmpdir(), 'weft-k8s-'));
  [weft, plane] = await Promise.all([startWeft(directory), ControlPlane.start(join(directory, 'kubernetes'))]);
  recording = new Recording(plane);
  await plane.kubectl('create', 'namespace', 'weft-csi');
  await recording.kubectl('apply', '-k', deployFolder);
  [one, two] = [await addNode('client-1'), await addNode('client-2')];
  controller = await startController();
  const podName = await plane.until('the pod of the Deployment', async () => {
    const pods = await plane.admin.list('/api/v1/namespaces/weft-csi/pods?labelSelector=app.kubernetes.io/component%3Dcontroller');
    return pods[0]?.metadata.name;
  });
  sidecars = await startSidecars(plane, join(directory, 'sidecars'), controller.socket, podName);
}, 7_200_000);
afterAll(async () => {
  for (const program of [...(plane?.programs ?? []), ...sidecars]) console.log(`${program.name}: ${program.memoryMiB} MiB`);
  for (const program of sidecars) await program.stop();
  for (const driver of drivers) await driver.stop();
  await plane?.stop();
  await weft?.stop();
  // A sidecar that lost its driver wrote the reason there, for its kubelet.
  await rm('/dev/termination-log', { force: true });
  if (directory) await rm(directory, { recursive: true, force: true });
}, 120_000);

const admin = () => plane.admin;
const bound = (name: string): Promise<PersistentVolume> =>
  plane.until(
    `the claim ${name} to be bound`,
    async () => {
      const { spec, status } = await admin().get<Claim>(`${paths.claims}/${name}`);
      return status?.phase === 'Bound' ? admin().get<PersistentVolume>(`${paths.volumes}/${spec.volumeName}`) : undefined;
    },
    WAIT,
  );
const attached = (volume: PersistentVolume, node: string): Promise<VolumeAttachment> =>
  plane.until(
    `${volume.metadata.name} to be attached to ${node}`,
    async () => {
      const all = await admin().list<VolumeAttachment>(paths.attachments);
      return all.find(
        ({ spec, status }) =>
          spec.source.persistentVolumeName === volume.metadata.name && spec.nodeName === node && status?.attached === true,
      );
    },
    WAIT,
  );
const gone = (path: string): Promise<true> =>
  plane.until(`${path} to be gone`, async () => ((await admin().find(path)) ? undefined : true), WAIT);
const volumesOf = async (claimName: string): Promise<Volume[]> =>
  (await weft.api.call(endpoints.listVolumes, { query: { limit: 200 } })).items.filter(
    ({ labels }) => labels['kubernetes-claim'] === claimName,
  );
const attachmentsOf = async (volumeId: string) => (await weft.api.call(endpoints.listAttachments, { query: { volumeId } })).items;

/** Deletes the pod of a claim, then the claim, and waits until neither Kubernetes nor Weft has anything of it. */
async function removeAll(name: string, volume: PersistentVolume): Promise<void> {
  await admin().delete(`${paths.pods}/${name}`, 0);
  await admin().delete(`${paths.claims}/${name}`);
  await gone(`${paths.volumes}/${volume.metadata.name}`);
  expect(await volumesOf(name)).toEqual([]);
  expect(await attachmentsOf(volume.spec.csi.volumeHandle)).toEqual([]);
  const left = await admin().list<VolumeAttachment>(paths.attachments);
  expect(left.filter(({ spec }) => spec.source.persistentVolumeName === volume.metadata.name)).toEqual([]);
}

it('turns a claim into a volume, an attachment into a device, and removes both', { timeout: 1_200_000 }, async () => {
  const parameters = { class: 'fast', protection: 'raid1', transport: 'tcp' };
  await admin().create(paths.classes, storageClass('weft-now', 'Immediate', parameters));
  await admin().create(paths.claims, claim('data', 'weft-now'));
  const volume = await bound('data');
  const [inWeft] = await volumesOf('data');
  expect(inWeft).toMatchObject({ sizeBytes: GiB, protection: 'raid1', driveClass: { name: 'fast' }, state: 'available' });
  expect(inWeft?.labels).toMatchObject({ 'kubernetes-namespace': 'default', 'kubernetes-volume': volume.metadata.name });
  expect(volume.spec).toMatchObject({
    ...{ capacity: { storage: '1Gi' }, storageClassName: 'weft-now', claimRef: { name: 'data' } },
    csi: {
      ...{ driver: 'csi.weft.org', volumeHandle: inWeft?.id, fsType: 'xfs' },
      volumeAttributes: { name: inWeft?.name, encryption: 'none', transport: 'tcp' },
    },
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'topology.csi.weft.org/cluster', operator: 'In', values: ['weft'] }] }] },
    },
  });

  await admin().create(paths.pods, pod('data', 'data', 'client-1'));
  const attachment = await attached(volume, 'client-1');
  const [attachmentInWeft] = await attachmentsOf(volume.spec.csi.volumeHandle);
  expect(attachmentInWeft).toMatchObject({
    ...{
      state: 'attached',
      node: { id: one.nodeId, name: 'client-1' },
      mode: 'exclusive',
      transport: 'tcp',
      device: `/dev/weft/${inWeft?.name}`,
    },
  });
  expect(attachment.status?.attachmentMetadata).toMatchObject({ device: attachmentInWeft?.device, attachmentId: attachmentInWeft?.id });
  const target = await one.mount(volume, attachment);
  const host = JSON.parse(await readFile(drivers[0]?.stateFile ?? '', 'utf8')) as { mounts: { target: string; type: string }[] };
  expect(host.mounts).toContainEqual(expect.objectContaining({ target, type: 'xfs', volumeId: inWeft?.id }));
  await recording.kubectl('get', 'pvc,pv,volumeattachment');

  await one.unmount(volume);
  await removeAll('data', volume);
  await recording.kubectl('get', 'pvc,pv,volumeattachment');
});

it('lets the scheduler choose the node by capacity and topology', { timeout: 1_200_000 }, async () => {
  await admin().create(paths.classes, storageClass('weft-later', 'WaitForFirstConsumer', { class: 'fast', protection: 'raid1' }));
  const capacities = await plane.until(
    'capacities of the class',
    async () => {
      const all = (await admin().list<StorageCapacity>(paths.capacities)).filter(
        ({ storageClassName }) => storageClassName === 'weft-later',
      );
      return all.length > 0 && all.every(({ maximumVolumeSize }) => maximumVolumeSize) ? all : undefined;
    },
    WAIT,
  );
  // Both nodes lie in the zone east.
  expect(capacities.map(({ nodeTopology }) => nodeTopology.matchLabels)).toEqual([
    { 'topology.csi.weft.org/cluster': 'weft', 'topology.csi.weft.org/zone': 'east' },
  ]);
  expect(capacities[0]?.metadata.ownerReferences).toMatchObject([{ kind: 'Deployment', name: 'weft-csi-controller' }]);
  await recording.kubectl(
    'get',
    'csistoragecapacities',
    '-n',
    'weft-csi',
    '-o',
    'custom-columns=CLASS:.storageClassName,MOST:.maximumVolumeSize',
  );

  await admin().create(paths.claims, claim('late', 'weft-later'));
  await admin().create(paths.claims, claim('huge', 'weft-later', '300Ti'));
  await admin().create(paths.pods, pod('huge', 'huge'));
  await admin().create(paths.pods, pod('late', 'late', 'client-2'));
  const volume = await bound('late');
  expect((await admin().get(`${paths.claims}/late`)).metadata.annotations).toMatchObject({
    'volume.kubernetes.io/selected-node': 'client-2',
  });
  const attachment = await attached(volume, 'client-2');
  expect(await attachmentsOf(volume.spec.csi.volumeHandle)).toMatchObject([{ node: { id: two.nodeId }, state: 'attached' }]);
  expect(attachment.status?.attachmentMetadata?.device).toMatch(/^\/dev\/weft\/csi-/);

  const refusal = await plane.until('the scheduler to refuse the large claim', async () => {
    const { status } = await admin().get<Pod>(`${paths.pods}/huge`);
    return status?.conditions?.find(({ type, status }) => type === 'PodScheduled' && status === 'False')?.message;
  });
  expect(refusal).toContain('did not have enough free storage');
  expect(await volumesOf('huge')).toEqual([]);
  await admin().delete(`${paths.pods}/huge`, 0);
  await admin().delete(`${paths.claims}/huge`);
  await removeAll('late', volume);
});

it('tells in an event which parameter is wrong, and what there is instead', { timeout: 600_000 }, async () => {
  await admin().create(paths.classes, storageClass('weft-wrong', 'Immediate', { class: 'fast', protection: 'raid1', colour: 'red' }));
  await admin().create(paths.claims, claim('wrong', 'weft-wrong'));
  const { message } = await plane.until(
    'an event of the claim',
    async () => {
      const events = await admin().list<KubeEvent>(`${paths.events}?fieldSelector=involvedObject.name%3Dwrong`);
      return events.find(({ reason }) => reason === 'ProvisioningFailed');
    },
    WAIT,
  );
  expect(message).toMatch(/There is no parameter "colour"\. A StorageClass of Weft may have: class, protection, failureDomain/);
  await recording.kubectl(
    'get',
    'events',
    '--field-selector',
    'involvedObject.name=wrong,reason=ProvisioningFailed',
    '-o',
    'custom-columns=MESSAGE:.message',
  );
  await admin().delete(`${paths.claims}/wrong`);
  expect(await volumesOf('wrong')).toEqual([]);
});

it('grows a volume that a pod uses', { timeout: 1_200_000 }, async () => {
  await admin().create(paths.claims, claim('grown', 'weft-now'));
  const volume = await bound('grown');
  await admin().create(paths.pods, pod('grown', 'grown', 'client-1'));
  await one.mount(volume, await attached(volume, 'client-1'));
  await admin().patch(`${paths.claims}/grown`, { spec: { resources: { requests: { storage: '2Gi' } } } });
  const condition = await plane.until(
    'the request to grow the file system',
    async () => {
      const { status } = await admin().get<Claim>(`${paths.claims}/grown`);
      return status?.conditions?.find(({ type }) => type === 'FileSystemResizePending');
    },
    WAIT,
  );
  expect(condition.status).toBe('True');
  expect((await admin().get<PersistentVolume>(`${paths.volumes}/${volume.metadata.name}`)).spec.capacity.storage).toBe('2Gi');
  expect(await volumesOf('grown')).toMatchObject([{ sizeBytes: 2 * GiB }]);
  await one.grow(volume);
  const host = JSON.parse(await readFile(drivers[0]?.stateFile ?? '', 'utf8')) as { contents: Record<string, { sizeBytes: number }> };
  expect(host.contents[volume.spec.csi.volumeHandle]?.sizeBytes).toBe(2 * GiB);
  await one.unmount(volume);
  await removeAll('grown', volume);
});

it('makes one volume when the controller is killed while it makes it', { timeout: 1_200_000 }, async () => {
  const provisioner = sidecars.find(({ name }) => name === 'csi-provisioner') ?? expect.fail('no provisioner');
  const before = provisioner.restarts;
  await admin().create(paths.claims, claim('killed', 'weft-now'));
  await until('the volume of the claim', WAIT, async () => ((await volumesOf('killed')).length > 0 ? true : undefined));
  await controller.stop('SIGKILL');
  await sleep(3000);
  expect((await admin().get<Claim>(`${paths.claims}/killed`)).status?.phase).toBe('Pending');
  await controller.start();
  const volume = await bound('killed');
  expect((await volumesOf('killed')).map(({ id }) => id)).toEqual([volume.spec.csi.volumeHandle]);
  // A sidecar that loses its driver ends, and the kubelet starts it again.
  expect(provisioner.restarts).toBeGreaterThan(before);
  await admin().delete(`${paths.claims}/killed`);
  await gone(`${paths.volumes}/${volume.metadata.name}`);
  expect(await volumesOf('killed')).toEqual([]);
});

it('moves a volume from a node that is gone only after the taint, and fences it', { timeout: 1_800_000 }, async () => {
  await admin().create(paths.claims, claim('moved', 'weft-now'));
  const volume = await bound('moved');
  const { volumeHandle } = volume.spec.csi;
  await admin().create(paths.pods, pod('moved', 'moved', 'client-2'));
  const attachment = await attached(volume, 'client-2');
  await two.reportInUse(volumeHandle);
  await weft.simulation.fault({ fault: 'kill-node', node: 'client-2' });
  await two.lose();
  await until('client-2 lost', 120, async () =>
    (await weft.api.call(endpoints.getNode, { params: { id: two.nodeId } })).connection.state === 'lost' ? true : undefined,
  );

  // Without the taint the pod stays, because its kubelet does not answer, and the volume stays where it is.
  await admin().delete(`${paths.pods}/moved`);
  await admin().create(paths.pods, pod('moved-on', 'moved', 'client-1'));
  await sleep(20_000);
  expect((await admin().get<KubeObject>(`${paths.pods}/moved`)).metadata.deletionTimestamp).toBeDefined();
  expect(await attachmentsOf(volumeHandle)).toMatchObject([{ state: 'attached', node: { name: 'client-2' } }]);

  await recording.kubectl('taint', 'nodes', 'client-2', 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute');
  await gone(`${paths.pods}/moved`);
  await gone(`${paths.attachments}/${attachment.metadata.name}`);
  expect(controller.log).toContain('force detach: Weft has lost the node, and Kubernetes has it out of service');
  await attached(volume, 'client-1');
  const all = await attachmentsOf(volumeHandle);
  expect(all).toContainEqual(
    expect.objectContaining({ state: 'attached', mode: 'exclusive', node: expect.objectContaining({ name: 'client-1' }) }),
  );
  // Every leg was fenced at its target: the driver made no statement about any machine.
  expect(all.filter(({ node }) => node.name === 'client-2')).toMatchObject([
    { state: 'revoked', revoked: { clientIsOff: false, targetsOff: [] } },
  ]);
  await recording.kubectl('get', 'volumeattachment');
  await admin().delete(`${paths.pods}/moved-on`, 0);
  await gone(`${paths.attachments}/${(await attached(volume, 'client-1')).metadata.name}`);
});

it('needs no right that the manifests do not give', async () => {
  const refusals = sidecars.flatMap(({ name, log }) =>
    log
      .split('\n')
      .filter((line) => /forbidden/i.test(line))
      .map((line) => `${name}: ${line}`),
  );
  expect(refusals).toEqual([]);
  await recording.write();
});
