import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CsiDriver } from '../../support/csi/csi-driver.js';
import type { ControlPlane } from './control-plane.js';
import type { KubeObject } from './kube-api.js';
import type { PersistentVolume, VolumeAttachment } from './objects.js';

const DRIVER = 'csi.weft.org';
const ready = (status: 'True' | 'Unknown') => ({ type: 'Ready', status, reason: 'Test', message: 'set by the test' });

/** What a kubelet does with Node objects, and with the node service of the driver. It runs no containers. */
export class TestKubelet {
  nodeId = '';

  constructor(
    readonly name: string,
    private readonly plane: ControlPlane,
    private readonly driver: CsiDriver,
    private readonly directory: string,
  ) {}

  private get path(): string {
    return `/api/v1/nodes/${this.name}`;
  }

  /** Registers the node, with the node id and the topology that the driver reports. */
  async register(): Promise<void> {
    const { admin } = this.plane;
    const info = await this.driver.ok<{ nodeId: string; accessibleTopology: { segments: Record<string, string> } }>('Node/NodeGetInfo');
    const { segments } = info.accessibleTopology;
    this.nodeId = info.nodeId;
    const own = { 'kubernetes.io/hostname': this.name, 'kubernetes.io/os': 'linux' };
    const annotations = { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' };
    await admin.create('/api/v1/nodes', {
      ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: this.name, labels: { ...own, ...segments }, annotations } },
    });
    const resources = { cpu: '8', memory: '16Gi', pods: '100', 'ephemeral-storage': '100Gi' };
    await admin.patch(`${this.path}/status`, { status: { capacity: resources, allocatable: resources, conditions: [ready('True')] } });
    // The controller of the node lifecycle removes the taint "not-ready"; it does not run here.
    await admin.patch(this.path, { spec: { taints: null } });
    await admin.create('/apis/storage.k8s.io/v1/csinodes', {
      ...{ apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata: { name: this.name } },
      spec: { drivers: [{ name: DRIVER, nodeID: info.nodeId, topologyKeys: Object.keys(segments) }] },
    });
  }

  /** Reports which volumes are mounted: they are not safe to detach. */
  async reportInUse(...handles: string[]): Promise<void> {
    const volumesInUse = handles.map((handle) => `kubernetes.io/csi/${DRIVER}^${handle}`);
    await this.plane.admin.patch(`${this.path}/status`, { status: { volumesInUse } });
  }

  /** The node sends no heartbeat any more. */
  async lose(): Promise<void> {
    await this.plane.admin.patch(`${this.path}/status`, { status: { conditions: [ready('Unknown')] } });
  }

  /** Stages and publishes a volume for a pod. @returns the path of the pod */
  async mount(volume: PersistentVolume, attachment: VolumeAttachment): Promise<string> {
    const call = this.callFor(volume);
    const publishContext = attachment.status?.attachmentMetadata ?? {};
    await mkdir(call.stagingTargetPath, { recursive: true });
    await this.driver.ok('Node/NodeStageVolume', { ...call, publishContext });
    await this.driver.ok('Node/NodePublishVolume', { ...call, publishContext, targetPath: this.targetOf(volume), readonly: false });
    return this.targetOf(volume);
  }

  async grow(volume: PersistentVolume): Promise<void> {
    const { volumeId, stagingTargetPath, volumeCapability } = this.callFor(volume);
    await this.driver.ok('Node/NodeExpandVolume', { volumeId, volumePath: this.targetOf(volume), stagingTargetPath, volumeCapability });
  }

  async unmount(volume: PersistentVolume): Promise<void> {
    const { volumeId, stagingTargetPath } = this.callFor(volume);
    await this.driver.ok('Node/NodeUnpublishVolume', { volumeId, targetPath: this.targetOf(volume) });
    await this.driver.ok('Node/NodeUnstageVolume', { volumeId, stagingTargetPath });
  }

  private targetOf({ metadata }: KubeObject): string {
    return join(this.directory, `${metadata.name}-pod`);
  }

  private callFor({ metadata, spec }: PersistentVolume) {
    const { volumeHandle: volumeId, volumeAttributes: volumeContext, fsType } = spec.csi;
    const volumeCapability = { accessMode: { mode: 'SINGLE_NODE_WRITER' }, mount: { fsType } };
    return { volumeId, volumeContext, volumeCapability, stagingTargetPath: join(this.directory, metadata.name) };
  }
}
