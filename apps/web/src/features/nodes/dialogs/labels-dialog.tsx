import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Node } from '../../../api/types.js';
import { labelsText, parseLabels } from '../../../forms/labels-text.js';
import { useBase } from '../../../forms/use-base.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { labelSteps } from './label-steps.js';

/** Labels give a node's location (rack, zone) and decide which classes its drives belong to. */
export function LabelsDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const update = api.useMutation('patch', '/api/v1/nodes/{id}', { meta: { inline: true } });
  const base = useBase(node, update.error, update.reset);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? labelsText(base.labels);
  const parsed = parseLabels(text);
  const steps = parsed.ok ? labelSteps(base.labels, parsed.labels) : [];
  const request = apiRequest('patch', '/api/v1/nodes/{id}', {
    params: { path: { id: base.id }, header: ifMatch(base) },
    body: { labels: parsed.ok ? parsed.labels : {} },
  });
  const refused = parsed.ok ? (steps.length === 0 ? 'Nothing is changed yet.' : null) : parsed.why;
  return (
    <PlanDialog
      title={`Labels of node ${base.name}`}
      action="Change the labels"
      refusedBecause={refused}
      pending={update.isPending}
      error={update.error}
      request={request}
      onApply={() => update.mutate(request.init)}
      outcome={update.isSuccess ? { text: `The labels of ${base.name} are changed.` } : null}
      onClose={onClose}
    >
      <TextInput
        label="Labels"
        description="key=value, several with commas. rack and zone are failure domains."
        placeholder="rack=r1, zone=z1"
        data-autofocus
        value={text}
        error={parsed.ok ? null : parsed.why}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PlanSteps steps={steps} nouns={[]} />
    </PlanDialog>
  );
}
