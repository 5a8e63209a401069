import { createHash } from 'node:crypto';
import type { DeploymentWork, PlannedStep } from '@weft/shared/kinds/deployments/deployment';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import { stable } from './comparison.js';

function messageOfWork(work: DeploymentWork): Message {
  switch (work.kind) {
    case 'networks':
      return messageOf('deployment-networks', { networks: work.storageNetworks.map(({ name, cidrs }) => `${name} (${cidrs.join(', ')})`) });
    case 'labels':
      return messageOf('deployment-labels', {
        node: nodeRef(work.node.id, work.node.name),
        labels: Object.entries(work.labels).map(([key, value]) => `${key}=${value}`),
      });
    case 'take':
      return messageOf('deployment-take', {
        node: nodeRef(work.node.id, work.node.name),
        drives: work.drives.length,
        bytes: work.drives.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      });
    case 'class':
      return messageOf('deployment-class', { driveClass: work.driveClass.name });
    case 'volume': {
      const { name, sizeBytes, protection, failureDomain } = work.volume;
      return messageOf('deployment-volume', { volume: name, bytes: sizeBytes, protection, failureDomain });
    }
    case 'attach':
      return messageOf('deployment-attach', {
        volume: work.attachment.volume,
        node: nodeRef(work.node.id, work.node.name),
        transport: work.attachment.transport,
      });
  }
}

/** A step with its sentence. */
export const plannedStep = (work: DeploymentWork): PlannedStep => ({ ...withText(messageOfWork(work)), work });

/** Equal for equal steps in equal order. */
export const fingerprintOf = (works: readonly DeploymentWork[]): string => createHash('sha256').update(stable(works)).digest('hex');
