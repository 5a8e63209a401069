import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { deploymentActions } from '@weft/shared/kinds/deployments/states';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Deployment } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { saveFile } from '../../../ui/files/save-file.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page, Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { Status } from '../../../ui/status.js';
import { Curl } from '../../../ui/text/curl.js';
import { TextLink } from '../../../ui/text/links.js';
import { Time } from '../../../ui/time/time.js';
import { durationText } from '../../../ui/time/time-text.js';
import { MountCommands } from '../../attachments/mount-commands.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { deploymentStatus } from '../deployment-words.js';
import { StepList } from '../step-list.js';

const UndoDialog = lazy(() => import('./undo-dialog.js').then((module) => ({ default: module.UndoDialog })));

const route = getRouteApi('/deployments/$deploymentId');

export function DeploymentPage() {
  const { deploymentId } = route.useParams();
  const deployment = api.useQuery('get', '/api/v1/deployments/{id}', { params: { path: { id: deploymentId } } });
  return (
    <Loaded isPage of={deployment} gone="There is no such deployment.">
      {(data) => <DeploymentView deployment={data} />}
    </Loaded>
  );
}

function DeploymentView({ deployment }: { deployment: Deployment }) {
  const role = usePermissionRefusal('deployment:apply');
  const [isUndoing, setUndoing] = useState(false);
  const { id, title, state, goal, steps, document, requestedBy, createdAt, finishedAt } = deployment;
  const params = { path: { id } };
  const stop = api.useMutation('post', '/api/v1/deployments/{id}/stop');
  const resume = api.useMutation('post', '/api/v1/deployments/{id}/resume');
  const stopRequest = apiRequest('post', '/api/v1/deployments/{id}/stop', { params, body: {} });
  const resumeRequest = apiRequest('post', '/api/v1/deployments/{id}/resume', { params, body: {} });
  const refused = (action: keyof typeof deploymentActions) =>
    role ?? (deploymentActions[action].includes(state) ? null : `It is ${state}.`);
  const isOver = goal === 'undone' && state === 'done';
  const ended = steps.filter((step) => ['done', 'undone', 'kept'].includes(step.state)).length;
  return (
    <Page
      title={title}
      above={<TextLink {...paths.deployments()}>Deployments</TextLink>}
      status={<Status {...deploymentStatus(deployment, ended, steps.length)} />}
      actions={
        <>
          <Button
            variant="default"
            onClick={() => saveFile(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), 'weft-deployment.json')}
          >
            Document
          </Button>
          {state === 'running' ? (
            <ActionButton refusedBecause={refused('stop')} loading={stop.isPending} onClick={() => stop.mutate(stopRequest.init)}>
              Stop
            </ActionButton>
          ) : null}
          {state === 'failed' || state === 'stopped' ? (
            <ActionButton
              variant="filled"
              refusedBecause={refused('resume')}
              loading={resume.isPending}
              onClick={() => resume.mutate(resumeRequest.init)}
            >
              Resume
            </ActionButton>
          ) : null}
          <ActionButton refusedBecause={isOver ? 'It is undone.' : refused('undo')} onClick={() => setUndoing(true)}>
            Undo…
          </ActionButton>
        </>
      }
    >
      <Section title="Steps">
        <div className="stack">
          <StepList steps={steps} />
          {state === 'running' ? <Curl of={stopRequest} /> : isOver || state === 'done' ? null : <Curl of={resumeRequest} />}
        </div>
      </Section>
      {goal === 'applied' && state === 'done' ? <Mounts deployment={deployment} /> : null}
      <Properties
        items={[
          ['Requested by', requestedBy],
          ['Started', <Time key="start" at={createdAt} />],
          ['Took', finishedAt ? durationText(createdAt, finishedAt) : 'not ended yet'],
        ]}
      />
      <Suspense fallback={null}>{isUndoing ? <UndoDialog deployment={deployment} onClose={() => setUndoing(false)} /> : null}</Suspense>
    </Page>
  );
}

/** The devices at the clients, with the commands to copy. */
function Mounts({ deployment: { document } }: { deployment: Deployment }) {
  const names = [...new Set(document.attachments.map(({ node }) => node))];
  const nodes = api.useQuery('get', '/api/v1/nodes', { params: { query: { limit: 200 } } }, { enabled: names.length > 0 });
  if (names.length === 0) return null;
  const distributionOf = (name: string) => nodes.data?.items.find((node) => node.name === name)?.distribution ?? null;
  return (
    <Section title="Use the volumes">
      <div className="stack">
        {document.attachments.map(({ volume, node, mode }) => (
          <MountCommands
            key={`${volume} ${node}`}
            volume={volume}
            client={node}
            mode={mode ?? 'exclusive'}
            distribution={distributionOf(node)}
          />
        ))}
      </div>
    </Section>
  );
}
