import { formatBytes } from '@weft/shared/units';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Volume } from '../../../api/types.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { scrubRefusal } from './scrub-words.js';

interface Props {
  volume: Volume;
  onClose: () => void;
}

export const ScrubDialog = ({ action, ...props }: Props & { action: 'start' | 'stop' }) =>
  action === 'start' ? <StartDialog {...props} /> : <StopDialog {...props} />;

function StartDialog({ volume, onClose }: Props) {
  const start = api.useMutation('post', '/api/v1/volumes/{id}/scrub-start', { meta: { inline: true } });
  const request = apiRequest('post', '/api/v1/volumes/{id}/scrub-start', {
    params: { path: { id: volume.id }, header: ifMatch(volume) },
    body: {},
  });
  const client = volume.clients[0] ?? null;
  return (
    <PlanDialog
      title={`Scrub ${volume.name}`}
      action="Scrub now"
      refusedBecause={start.isSuccess ? null : scrubRefusal('start', volume)}
      pending={start.isPending}
      error={start.error}
      request={request}
      onApply={() => start.mutate(request.init)}
      outcome={start.isSuccess ? { text: 'The scrub is ordered. The page of the volume shows its progress.' } : null}
      onClose={onClose}
    >
      <PlanSteps
        steps={[
          {
            node: client,
            what: 'md reads both halves of the mirror and compares them, at a bounded speed; it changes nothing, except blocks that a drive cannot read',
          },
          {
            node: client,
            what: 'the scrub pauses while the mirror is not whole, and while too much I/O misses the latency objective of the volume',
          },
        ]}
      />
    </PlanDialog>
  );
}

function StopDialog({ volume, onClose }: Props) {
  const stop = api.useMutation('post', '/api/v1/volumes/{id}/scrub-stop', { meta: { inline: true } });
  const request = apiRequest('post', '/api/v1/volumes/{id}/scrub-stop', {
    params: { path: { id: volume.id }, header: ifMatch(volume) },
    body: {},
  });
  return (
    <PlanDialog
      title={`Stop the scrub of ${volume.name}`}
      action="Stop scrub"
      refusedBecause={stop.isSuccess ? null : scrubRefusal('stop', volume)}
      pending={stop.isPending}
      error={stop.error}
      request={request}
      onApply={() => stop.mutate(request.init)}
      outcome={stop.isSuccess ? { text: 'The scrub is stopping.' } : null}
      onClose={onClose}
    >
      <PlanSteps
        steps={[
          { node: volume.scrub?.current?.client ?? null, what: 'md ends the comparison; the next scrub begins at the start of the volume' },
          { node: null, what: 'the schedule counts its interval from now' },
        ]}
      />
    </PlanDialog>
  );
}

/** Nobody knows which half is right: md copies from the first. */
export function RepairDialog({ volume, onClose }: Props) {
  const repair = api.useMutation('post', '/api/v1/volumes/{id}/scrub-repair', { meta: { inline: true } });
  const request = apiRequest('post', '/api/v1/volumes/{id}/scrub-repair', {
    params: { path: { id: volume.id }, header: ifMatch(volume) },
    body: { volumeName: volume.name, copyFrom: 'first-half' as const },
  });
  const winners = volume.legs.filter(({ index, role }) => index % 2 === 0 && role === 'member');
  return (
    <PlanDialog
      title={`Repair mismatches of ${volume.name}`}
      action="Overwrite the second half"
      isGrave
      typed={{ label: 'Type the volume’s name', wanted: volume.name }}
      refusedBecause={repair.isSuccess ? null : scrubRefusal('repair', volume)}
      pending={repair.isPending}
      error={repair.error}
      request={request}
      onApply={() => repair.mutate(request.init)}
      outcome={repair.isSuccess ? { text: 'The repair is ordered. The page of the volume shows its progress.' } : null}
      onClose={onClose}
    >
      <p>
        The last scrub found mismatches in ranges of {formatBytes(volume.scrub?.last?.mismatchBytes ?? 0)}.{' '}
        {volume.checksums
          ? 'Where checksums were wrong, md has repaired the wrong half already: scrub again first. Of what still differs, nobody knows which half is right.'
          : 'Nobody knows which half is right.'}{' '}
        If you know that a drive is at fault, evict it instead: the rebuild copies from the other half.
      </p>
      <PlanSteps
        steps={winners.map((leg) => ({
          node: leg.node,
          what: `leg ${leg.index} wins wherever the halves differ, right or wrong: md copies it over the other half`,
        }))}
      />
    </PlanDialog>
  );
}
