import type { KubeObject } from './kube-api.js';

/* The fields that the tests read, and the objects that they create. */

export interface Claim extends KubeObject {
  spec: { volumeName?: string };
  status?: { phase: string; capacity?: { storage: string }; conditions?: { type: string; status: string }[] };
}

export interface PersistentVolume extends KubeObject {
  spec: {
    capacity: { storage: string };
    storageClassName: string;
    claimRef: { name: string };
    csi: { driver: string; volumeHandle: string; fsType: string; volumeAttributes: Record<string, string> };
    nodeAffinity?: { required: { nodeSelectorTerms: { matchExpressions: { key: string; operator: string; values: string[] }[] }[] } };
  };
}

export interface VolumeAttachment extends KubeObject {
  spec: { nodeName: string; source: { persistentVolumeName: string } };
  status?: { attached: boolean; attachmentMetadata?: Record<string, string>; detachError?: { message: string } };
}

export interface KubeEvent extends KubeObject {
  reason: string;
  message: string;
  involvedObject: { kind: string; name: string };
}

export interface StorageCapacity extends KubeObject {
  storageClassName: string;
  maximumVolumeSize?: string;
  nodeTopology: { matchLabels: Record<string, string> };
  metadata: KubeObject['metadata'] & { ownerReferences?: { kind: string; name: string }[] };
}

export interface Pod extends KubeObject {
  spec: { nodeName?: string };
  status?: { conditions?: { type: string; status: string; message?: string }[] };
}

export const paths = {
  claims: '/api/v1/namespaces/default/persistentvolumeclaims',
  pods: '/api/v1/namespaces/default/pods',
  volumes: '/api/v1/persistentvolumes',
  events: '/api/v1/namespaces/default/events',
  classes: '/apis/storage.k8s.io/v1/storageclasses',
  attachments: '/apis/storage.k8s.io/v1/volumeattachments',
  capacities: '/apis/storage.k8s.io/v1/namespaces/weft-csi/csistoragecapacities',
  deployments: '/apis/apps/v1/namespaces/weft-csi/deployments',
} as const;

export const storageClass = (name: string, volumeBindingMode: 'Immediate' | 'WaitForFirstConsumer', parameters: object) => ({
  ...{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name }, provisioner: 'csi.weft.org' },
  ...{ parameters, volumeBindingMode, allowVolumeExpansion: true, reclaimPolicy: 'Delete' },
});

export const claim = (name: string, storageClassName: string, storage = '1Gi') => ({
  ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name } },
  spec: { storageClassName, accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
});

export const pod = (name: string, claimName: string, node?: string) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
  spec: {
    containers: [{ name: 'main', image: 'none', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
    ...(node ? { nodeSelector: { 'kubernetes.io/hostname': node } } : {}),
  },
});
