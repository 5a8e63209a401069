import { TextInput } from '@mantine/core';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import type { Snapshot, Volume } from '../../api/types.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { cloneFormSchema, emptyClone, emptyTake, takeFormSchema } from './snapshot-schema.js';
import { snapshotRefusal, takeRefusal } from './snapshot-words.js';
import { TogetherWith } from './together-with.js';

interface TakeProps {
  volume: Volume;
  onClose: () => void;
}

export function TakeDialog({ volume, onClose }: TakeProps) {
  const take = api.useMutation('post', '/api/v1/snapshots', { meta: { inline: true } });
  const form = useSchemaForm({ values: emptyTake, schema: takeFormSchema, required: {}, error: take.error });
  const { others } = form.values;
  const body = form.body && { volumeIds: [volume.id, ...others], name: form.body.name, description: form.body.description };
  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/snapshots', { body, params: { header: key } });
  const [job] = take.data?.jobs ?? [];
  const client = volume.clients[0] ?? null;
  return (
    <PlanDialog
      title={`Snapshot of ${volume.name}`}
      action="Take the snapshot"
      refusedBecause={take.isSuccess ? null : (takeRefusal(volume) ?? form.refusedBecause)}
      pending={take.isPending}
      error={form.unplaced}
      request={request}
      onApply={() => request && take.mutate(request.init)}
      outcome={job ? { job } : null}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description={
          others.length > 0 ? 'The end of each name, after the volume. Empty: the time (UTC).' : 'Empty: the volume and the time (UTC).'
        }
        {...form.field('name')}
      />
      <TextInput label="Description" {...form.field('description')} />
      {client ? <TogetherWith volume={volume} client={client} field={form.field('others')} /> : null}
      <PlanSteps
        steps={[
          ...(client
            ? [
                {
                  node: client,
                  what: `the client holds the I/O of ${others.length > 0 ? 'all of them, and their file systems' : 'the volume, and its file system'}, for less than 10 s`,
                },
              ]
            : []),
          ...volume.legs.map((leg) => ({
            node: leg.node,
            what: `leg ${leg.index} gets a copy in the pool of its drive; both share all blocks`,
          })),
          ...(client ? [{ node: client, what: 'the client lets the I/O go on; if it did so too early, the copies are deleted' }] : []),
        ]}
      />
    </PlanDialog>
  );
}

interface OneProps extends TakeProps {
  snapshot: Snapshot;
}

export const OneDialog = ({ what, ...props }: OneProps & { what: 'clone' | 'roll-back' | 'delete' }) =>
  what === 'clone' ? <CloneDialog {...props} /> : what === 'roll-back' ? <RollBackDialog {...props} /> : <DeleteDialog {...props} />;

function CloneDialog({ snapshot, volume, onClose }: OneProps) {
  const clone = api.useMutation('post', '/api/v1/snapshots/{id}/clone', { meta: { inline: true } });
  const form = useSchemaForm({ values: emptyClone, schema: cloneFormSchema, required: { name: 'enter a name' }, error: clone.error });
  const key = useIdempotencyKey(form.body);
  const request =
    form.body &&
    apiRequest('post', '/api/v1/snapshots/{id}/clone', { params: { path: { id: snapshot.id }, header: key }, body: form.body });
  return (
    <PlanDialog
      title={`Clone ${snapshot.name}`}
      action="Make the clone"
      refusedBecause={clone.isSuccess ? null : (snapshotRefusal('clone', snapshot, volume) ?? form.refusedBecause)}
      pending={clone.isPending}
      error={form.unplaced}
      request={request}
      onApply={() => request && clone.mutate(request.init)}
      outcome={clone.data ? { job: clone.data.job } : null}
      onClose={onClose}
    >
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Description" {...form.field('description')} />
      <PlanSteps
        steps={[
          { node: null, what: 'the clone is a thin volume with an array of its own, on the same drives' },
          { node: null, what: 'it shares blocks with the snapshot until one of them is written; each can be deleted without the other' },
        ]}
      />
    </PlanDialog>
  );
}

function RollBackDialog({ snapshot, volume, onClose }: OneProps) {
  const rollBack = api.useMutation('post', '/api/v1/snapshots/{id}/roll-back', { meta: { inline: true } });
  const request = apiRequest('post', '/api/v1/snapshots/{id}/roll-back', {
    params: { path: { id: snapshot.id }, header: ifMatch(snapshot) },
    body: { volumeName: volume.name },
  });
  return (
    <PlanDialog
      title={`Roll ${volume.name} back to ${snapshot.name}`}
      action="Roll back"
      isGrave
      typed={{ label: 'Type the volume’s name', wanted: volume.name }}
      refusedBecause={rollBack.isSuccess ? null : snapshotRefusal('roll-back', snapshot, volume)}
      pending={rollBack.isPending}
      error={rollBack.error}
      request={request}
      onApply={() => rollBack.mutate(request.init)}
      outcome={rollBack.data ? { job: rollBack.data.job } : null}
      onClose={onClose}
    >
      <p>What was written to the volume since the snapshot is lost, unless another snapshot has it.</p>
      <PlanSteps
        steps={[
          {
            node: null,
            what: 'the volume gets copies of the legs of the snapshot, in a new epoch; it cannot be attached until all are made',
          },
          { node: null, what: 'then its old legs are removed; the snapshot stays' },
        ]}
      />
    </PlanDialog>
  );
}

function DeleteDialog({ snapshot, volume, onClose }: OneProps) {
  const remove = api.useMutation('delete', '/api/v1/snapshots/{id}', { meta: { inline: true } });
  const request = apiRequest('delete', '/api/v1/snapshots/{id}', { params: { path: { id: snapshot.id }, header: ifMatch(snapshot) } });
  return (
    <PlanDialog
      title={`Delete ${snapshot.name}`}
      action="Delete the snapshot"
      isGrave
      refusedBecause={remove.isSuccess ? null : snapshotRefusal('delete', snapshot, volume)}
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onApply={() => remove.mutate(request.init)}
      outcome={remove.data ? { job: remove.data.job } : null}
      onClose={onClose}
    >
      <PlanSteps
        steps={[{ node: null, what: 'the blocks that only this snapshot has are free again; the volume and clones keep theirs' }]}
      />
    </PlanDialog>
  );
}
