import { useState } from 'react';
import type { DeploymentDocument, DeploymentPropose } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { Page } from '../../../ui/page.js';
import { TextLink } from '../../../ui/text/links.js';
import { EditStep } from './edit-step.js';
import styles from './new-deployment-page.module.css';
import { PlanStep } from './plan-step.js';
import { ProposeStep } from './propose-step.js';

type Stage = 'propose' | 'edit' | 'plan';
const stages: readonly { stage: Stage; label: string }[] = [
  { stage: 'propose', label: 'Propose' },
  { stage: 'edit', label: 'Edit' },
  { stage: 'plan', label: 'Plan and apply' },
];

/** From enrolled nodes to a deployment that runs: proposal, document, plan. Its own page shows the progress. */
export function NewDeploymentPage() {
  const [stage, setStage] = useState<Stage>('propose');
  const [request, setRequest] = useState<DeploymentPropose>({ fillRatio: 0.5 });
  const [document, setDocument] = useState<DeploymentDocument | null>(null);
  const show = (next: Stage, of: DeploymentDocument | null) => {
    setDocument(of);
    setStage(next);
  };
  return (
    <Page title="New deployment" above={<TextLink {...paths.deployments()}>Deployments</TextLink>}>
      <ol className={styles.stages} aria-label="Stages">
        {stages.map(({ stage: each, label }, at) => (
          <li key={each} aria-current={each === stage ? 'step' : undefined}>
            {at + 1}. {label}
          </li>
        ))}
      </ol>
      {stage === 'propose' ? (
        <ProposeStep
          request={request}
          onRequest={setRequest}
          onChosen={(chosen) => show('edit', chosen)}
          onOwn={() => show('edit', null)}
        />
      ) : null}
      {stage === 'edit' ? <EditStep document={document} onBack={() => setStage('propose')} onPlan={(next) => show('plan', next)} /> : null}
      {stage === 'plan' && document ? <PlanStep document={document} onBack={() => setStage('edit')} /> : null}
    </Page>
  );
}
