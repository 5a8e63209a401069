import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { useIdempotencyKey } from '../../../api/idempotency-key.js';
import type { DeploymentDocument, DeploymentItem, DeploymentPlan } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PlainTable } from '../../../table/plain-table.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Fold } from '../../../ui/fold.js';
import { Loaded } from '../../../ui/loaded.js';
import { Section } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Curl } from '../../../ui/text/curl.js';
import { Message } from '../../../ui/text/message.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { StepList } from '../step-list.js';

interface Props {
  document: DeploymentDocument;
  onBack: () => void;
}

/** The dry run: every step, what prevents it, and what stays. */
export function PlanStep({ document, onBack }: Props) {
  const plan = api.useQuery('post', '/api/v1/deployments/plan', { body: { document } }, { retry: false, refetchOnMount: 'always' });
  return (
    <Loaded of={plan} gone="There is no plan.">
      {(data) => <PlanView plan={data} document={document} onBack={onBack} onRefused={() => plan.refetch()} />}
    </Loaded>
  );
}

function PlanView({ plan, document, onBack, onRefused }: Props & { plan: DeploymentPlan; onRefused: () => void }) {
  const go = useNavigate();
  const role = usePermissionRefusal('deployment:apply');
  const [title, setTitle] = useState('');
  const create = api.useMutation('post', '/api/v1/deployments', {
    meta: { inline: true },
    onSuccess: ({ id }) => go(paths.deployment(id)),
    // The cluster may have changed since: shows the plan of now.
    onError: onRefused,
  });
  const body = { title, document, fingerprint: plan.fingerprint };
  const request = apiRequest('post', '/api/v1/deployments', { params: { header: useIdempotencyKey(body) }, body });
  const refused =
    role ??
    (plan.problems.length > 0
      ? 'The document cannot be applied as it is.'
      : plan.steps.length === 0
        ? 'The cluster is already as the document has it.'
        : null);
  return (
    <>
      {plan.problems.length > 0 ? (
        <Section title="Problems">
          <ul className="lines" aria-label="Problems">
            {plan.problems.map(({ message }) => (
              <li key={message}>
                <Message tone="bad">{message}</Message>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title={`Steps (${plan.steps.length})`}>
        <StepList steps={plan.steps} />
      </Section>
      <Comparison plan={plan} />
      <div className="row">
        <TextInput
          aria-label="Title"
          placeholder="Title, such as rack 1"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <ActionButton variant="filled" loading={create.isPending} refusedBecause={refused} onClick={() => create.mutate(request.init)}>
          Apply
        </ActionButton>
        <ActionButton refusedBecause={null} onClick={onBack}>
          Back to the document
        </ActionButton>
      </div>
      {create.error ? <ProblemView error={create.error} /> : null}
      {refused === null ? <Curl of={request} /> : null}
    </>
  );
}

const Comparison = ({ plan: { diff } }: { plan: DeploymentPlan }) => (
  <Section title="Compared with the cluster">
    <div className="stack">
      <p>
        {diff.add.length} added, {diff.change.length} changed, {diff.unchanged} as in the document, {diff.untouched.length} not mentioned
        and left as they are.
      </p>
      <Items title="Added and changed" items={[...diff.add, ...diff.change]} />
      <Items title="Not touched" items={diff.untouched} />
    </div>
  </Section>
);

const Items = ({ title, items }: { title: string; items: readonly DeploymentItem[] }) =>
  items.length === 0 ? null : (
    <Fold summary={`${title} (${items.length})`}>
      <PlainTable
        label={title}
        rows={items}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        columns={[
          { name: 'Kind', whole: true, cell: ({ kind }) => kind.replaceAll('-', ' ') },
          { name: 'Name', cell: ({ name }) => name },
          { name: 'Now', wide: true, cell: ({ from }) => from ?? 'not there' },
          { name: 'In the document', wide: true, cell: ({ to }) => to ?? 'not mentioned' },
        ]}
      />
    </Fold>
  );
