import { getRouteApi } from '@tanstack/react-router';
import { drillActions } from '@weft/shared/kinds/drills/drill';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../api/client.js';
import type { Drill } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page, Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { Status } from '../../../ui/status.js';
import { NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { Message } from '../../../ui/text/message.js';
import { Time } from '../../../ui/time/time.js';
import { JobSteps } from '../../jobs/job-steps.js';
import { ReasonView } from '../../jobs/reason-view.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { drillStatus, drillWords, placeText, secondsText } from '../drill-words.js';

const EndDialog = lazy(() => import('./end-dialog.js').then((module) => ({ default: module.EndDialog })));

const route = getRouteApi('/drills/$drillId');

export function DrillPage() {
  const { drillId } = route.useParams();
  const drill = api.useQuery('get', '/api/v1/drills/{id}', { params: { path: { id: drillId } } });
  return (
    <Loaded isPage of={drill} gone="There is no such drill. It may have been deleted.">
      {(data) => <DrillView drill={data} />}
    </Loaded>
  );
}

function DrillView({ drill }: { drill: Drill }) {
  const role = usePermissionRefusal('drill:cancel');
  const [ending, setEnding] = useState<'cancel' | 'delete' | null>(null);
  const { kind, state, error } = drill;
  const isOpen = drillActions.cancel.includes(state) || state === 'removing';
  const action = isOpen ? 'cancel' : 'delete';
  const refused = role ?? (drillActions[action].includes(state) ? null : `It is ${state}.`);
  return (
    <Page
      title={drillWords[kind]}
      above={<TextLink {...paths.drills()}>Drills</TextLink>}
      status={<Status {...drillStatus(drill)} />}
      actions={
        <ActionButton refusedBecause={refused} onClick={() => setEnding(action)}>
          {isOpen ? 'Cancel…' : 'Delete…'}
        </ActionButton>
      }
    >
      {error ? (
        <Message tone={state === 'cancelled' ? 'warn' : 'bad'}>
          <ReasonView reason={error} />
        </Message>
      ) : null}
      <Report drill={drill} />
      <Steps jobId={drill.jobId} />
      <Facts drill={drill} />
      <Suspense fallback={null}>{ending ? <EndDialog drill={drill} action={ending} onClose={() => setEnding(null)} /> : null}</Suspense>
    </Page>
  );
}

const PENDING = 'not known yet';

function Report({ drill: { report, load, state } }: { drill: Drill }) {
  const { longestStallSeconds, stallLimitSeconds, withinLimit, ios, errors, shownSeconds, wholeSeconds } = report;
  const isOpen = !drillActions.delete.includes(state);
  const unknown = isOpen ? PENDING : 'not measured';
  return (
    <Section title="Report">
      <Properties
        items={[
          ['Longest stall of I/O', load ? (secondsText(longestStallSeconds) ?? unknown) : 'not measured: no load'],
          ['Limit', secondsText(stallLimitSeconds)],
          ['Within the limit', withinLimit === null ? unknown : withinLimit ? 'yes' : 'no'],
          ['I/O errors', errors ?? unknown],
          ['Reads and writes', ios ?? unknown],
          ['Until it was shown', secondsText(shownSeconds) ?? (isOpen ? PENDING : 'it was not shown')],
          ['Until everything was whole', secondsText(wholeSeconds) ?? (isOpen ? PENDING : 'not before its end')],
        ]}
      />
    </Section>
  );
}

/** Live: the job lists the phases. */
function Steps({ jobId }: { jobId: string }) {
  const job = api.useQuery('get', '/api/v1/jobs/{id}', { params: { path: { id: jobId } } });
  return (
    <Section title="Progress">
      <Loaded of={job} gone="Its job was removed.">
        {({ steps }) => <JobSteps steps={steps} />}
      </Loaded>
    </Section>
  );
}

const Facts = ({ drill }: { drill: Drill }) => (
  <Properties
    items={[
      ['Fault at', placeText(drill)],
      ['Time of the fault', `${drill.faultSeconds} s`],
      [
        'Volume',
        drill.volume && !drill.isScratch ? (
          <NounLink key="volume" noun={{ kind: 'volume', ...drill.volume }} />
        ) : (
          (drill.volume?.name ?? PENDING)
        ),
      ],
      ['Client', <NounLink key="client" noun={{ kind: 'node', ...drill.client }} />],
      ['Touched', drill.touched.map(({ name }) => name).join(', ') || PENDING],
      ['Requested by', drill.requestedBy],
      ['Started', <Time key="start" at={drill.createdAt} />],
      ['Fault in force', drill.faultAt ? <Time key="fault" at={drill.faultAt} /> : 'never'],
      ['Fault taken back', drill.liftedAt ? <Time key="lifted" at={drill.liftedAt} /> : 'not yet'],
    ]}
  />
);
