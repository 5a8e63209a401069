import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import type { Place } from './place.js';

const stops = ({ scheduling, kind }: Place) =>
  scheduling === 'evicting'
    ? [{ node: null, what: `its ${kind === 'node' ? 'drain' : 'eviction'} stops: running resyncs finish, and no other legs move` }]
    : [];

/** Cordons a drive or node: it gets no new legs and keeps its present ones. */
export function CordonDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const drive = api.useMutation('post', '/api/v1/drives/{id}/cordon', { meta: { inline: true } });
  const node = api.useMutation('post', '/api/v1/nodes/{id}/cordon', { meta: { inline: true } });
  const cordon = place.kind === 'node' ? node : drive;
  const request = apiRequest('post', place.kind === 'node' ? '/api/v1/nodes/{id}/cordon' : '/api/v1/drives/{id}/cordon', {
    params: { path: { id: place.id }, header: ifMatch(place) },
    body: {},
  });
  return (
    <PlanDialog
      title={`Cordon ${place.kind} ${place.name}`}
      action="Cordon"
      refusedBecause={null}
      pending={cordon.isPending}
      error={cordon.error}
      request={request}
      onApply={() => cordon.mutate(request.init)}
      outcome={cordon.isSuccess ? { text: `${place.name} is cordoned: no new legs are placed on it.` } : null}
      onClose={onClose}
    >
      <PlanSteps
        steps={[
          ...stops(place),
          { node: null, what: `new volumes, growth and repair place no legs on ${place.name}` },
          { node: null, what: 'existing legs stay, and clients continue' },
        ]}
      />
    </PlanDialog>
  );
}

/** Uncordons a drive or node: it may get new legs again. */
export function UncordonDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const drive = api.useMutation('post', '/api/v1/drives/{id}/uncordon', { meta: { inline: true } });
  const node = api.useMutation('post', '/api/v1/nodes/{id}/uncordon', { meta: { inline: true } });
  const uncordon = place.kind === 'node' ? node : drive;
  const request = apiRequest('post', place.kind === 'node' ? '/api/v1/nodes/{id}/uncordon' : '/api/v1/drives/{id}/uncordon', {
    params: { path: { id: place.id }, header: ifMatch(place) },
    body: {},
  });
  return (
    <PlanDialog
      title={`Open ${place.kind} ${place.name} again`}
      action="Open again"
      refusedBecause={null}
      pending={uncordon.isPending}
      error={uncordon.error}
      request={request}
      onApply={() => uncordon.mutate(request.init)}
      outcome={uncordon.isSuccess ? { text: `${place.name} is open: new legs may be placed on it.` } : null}
      onClose={onClose}
    >
      <PlanSteps steps={[...stops(place), { node: null, what: `new legs may be placed on ${place.name} again` }]} />
    </PlanDialog>
  );
}
