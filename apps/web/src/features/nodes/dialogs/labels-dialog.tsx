import { TextInput } from '@mantine/core';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Node } from '../../../api/types.js';
import { labelsText } from '../../../forms/labels-text.js';
import { useBase } from '../../../forms/use-base.js';
import { useChangeForm } from '../../../forms/use-schema-form.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { labelSteps } from './label-steps.js';
import { labelsSchema } from './node-schema.js';

/** Labels give a node's location (rack, zone) and decide which classes its drives belong to. */
export function LabelsDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const update = api.useMutation('patch', '/api/v1/nodes/{id}', { meta: { inline: true } });
  const base = useBase(node, update.error, update.reset);
  const { field, body, refusedBecause, unplaced } = useChangeForm({
    values: { labels: labelsText(base.labels) },
    schema: labelsSchema,
    error: update.error,
  });
  const steps = body?.labels ? labelSteps(base.labels, body.labels) : [];
  const params = { path: { id: base.id }, header: ifMatch(base) };
  const request = body && apiRequest('patch', '/api/v1/nodes/{id}', { params, body });
  return (
    <PlanDialog
      title={`Labels of node ${base.name}`}
      action="Change labels"
      refusedBecause={refusedBecause}
      pending={update.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={update.isSuccess ? { text: `The labels of ${base.name} have changed.` } : null}
      onClose={onClose}
    >
      <TextInput
        label="Labels"
        description="key=value, separated by commas. rack and zone are failure domains."
        placeholder="rack=r1, zone=z1"
        data-autofocus
        {...field('labels')}
      />
      <PlanSteps steps={steps} />
    </PlanDialog>
  );
}
