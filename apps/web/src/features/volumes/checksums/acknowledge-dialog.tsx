import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Volume, VolumeChecksums } from '../../../api/types.js';
import { useBase } from '../../../forms/use-base.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { acknowledgeRefusal } from './checksum-words.js';

interface Props {
  volume: Volume;
  checksums: VolumeChecksums;
  onClose: () => void;
}

/** The errors so far were looked at: only more of them are worth an alert. */
export function AcknowledgeDialog({ volume, checksums, onClose }: Props) {
  const acknowledge = api.useMutation('post', '/api/v1/volumes/{id}/checksums-acknowledge', { meta: { inline: true } });
  const base = useBase({ ...volume, counted: checksums }, acknowledge.error, acknowledge.reset);
  const request = apiRequest('post', '/api/v1/volumes/{id}/checksums-acknowledge', {
    params: { path: { id: base.id }, header: ifMatch(base) },
    body: {},
  });
  return (
    <PlanDialog
      title={`Acknowledge checksum errors of ${base.name}`}
      action="Acknowledge"
      refusedBecause={acknowledge.isSuccess ? null : acknowledgeRefusal(base.counted)}
      pending={acknowledge.isPending}
      error={acknowledge.error}
      request={request}
      onApply={() => acknowledge.mutate(request.init)}
      outcome={
        acknowledge.isSuccess ? { text: 'Acknowledged. The alert ends within a minute, and fires again when more errors come.' } : null
      }
      onClose={onClose}
    >
      <ul>
        {base.counted.legs
          .filter(({ newErrors }) => newErrors > 0)
          .map(({ legId, index, node, drive, newErrors }) => (
            <li key={legId}>
              Leg {index} on {node.name}, drive {drive.serial}: {newErrors.toLocaleString('en')} new
            </li>
          ))}
      </ul>
      <p>
        Look at the drive, its cable and the memory of its node first. Nothing changes on the hosts: the condition ChecksumErrors and its
        alert end, and come back with the next error. Your name and the time are kept.
      </p>
    </PlanDialog>
  );
}
