import { Button, SegmentedControl } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { api } from '../../api/client.js';
import type { Overview } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Section } from '../../ui/page.js';
import { Copyable } from '../../ui/text/copyable.js';
import { InlineLink } from '../../ui/text/links.js';
import { MountCommands } from '../attachments/mount-commands.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { isEmpty } from './may-be-first-run.js';
import styles from './overview.module.css';
import { type Distribution, distributions, isFirstRun, type Step, type StepName, stepsOf } from './steps.js';

const EnrollDialog = lazy(() => import('../nodes/dialogs/enroll-dialog.js').then((module) => ({ default: module.EnrollDialog })));
const StorageNetworkForm = lazy(() =>
  import('../settings/storage-network-form.js').then((module) => ({ default: module.StorageNetworkForm })),
);

const HIDDEN = 'weft.first-steps';

const TITLES: Record<StepName, string> = {
  enroll: 'Enroll nodes: servers with drives, and servers that use volumes',
  networks: 'Choose the networks for NVMe-oF',
  drives: 'Take drives into service',
  class: 'Create a drive class',
  volume: 'Create a volume',
  attach: 'Attach it to a client',
  mount: 'Mount it there',
};

/** Steps to a first mounted volume; each is ticked as agents report it. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const { data: settings } = api.useSuspenseQuery('get', '/api/v1/settings');
  const [hidden, setHidden] = useState(() => window.localStorage.getItem(HIDDEN) === 'hidden');
  // In an empty cluster the page would be blank without it, so it cannot be hidden.
  const mayHide = !isEmpty(overview);
  if (hidden && mayHide) return null;
  const steps = stepsOf(overview, settings.storageNetworks);
  if (!isFirstRun(steps, overview)) return null;
  const next = steps.find(({ done }) => !done)?.name;
  const hide = () => {
    window.localStorage.setItem(HIDDEN, 'hidden');
    setHidden(true);
  };
  return (
    <Section
      title="First steps"
      actions={
        mayHide ? (
          <Button variant="default" size="compact-xs" onClick={hide}>
            Hide
          </Button>
        ) : null
      }
    >
      <ol className={styles.steps} aria-label="First steps">
        {steps.map((step) => (
          <li key={step.name} data-done={step.done} aria-current={step.name === next ? 'step' : undefined}>
            <StepView step={step}>{step.name === next ? <Todo name={step.name} overview={overview} /> : null}</StepView>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const StepView = ({ step: { name, done, soFar }, children }: { step: Step; children: ReactNode }) => (
  <>
    <span className={styles.tick} role="img" aria-label={done ? 'done' : 'to do'}>
      {done ? '✓' : ''}
    </span>
    <div className={styles.step}>
      <span>
        <strong>{TITLES[name]}</strong> <span className="dimmed">{soFar}</span>
      </span>
      {children}
    </div>
  </>
);

function Todo({ name, overview: { example } }: { name: StepName; overview: Overview }) {
  switch (name) {
    case 'enroll':
      return <Enroll />;
    case 'networks':
      return (
        <Suspense fallback={null}>
          <StorageNetworkForm />
        </Suspense>
      );
    case 'drives':
      return (
        <span>
          Blank drives can go into service at once:{' '}
          <InlineLink {...paths.drives({ state: 'available' })}>Drives that are available</InlineLink>. Drives with contents must be wiped
          first.
        </span>
      );
    case 'class':
      return (
        <span>
          A named set of drives for volumes: <InlineLink {...paths.newDriveClass()}>New drive class</InlineLink>.
        </span>
      );
    case 'volume':
      return (
        <span>
          You see its placement before it is created: <InlineLink {...paths.newVolume()}>New volume</InlineLink>.
        </span>
      );
    case 'attach':
      return example ? (
        <span>
          On the page of <InlineLink {...paths.volume(example.volume.id)}>{example.volume.name}</InlineLink>, with Attach… and the client’s
          name.
        </span>
      ) : null;
    case 'mount':
      return example ? (
        <MountCommands volume={example.volume.name} client={example.client?.name ?? 'the client'} mode="exclusive" distribution={null} />
      ) : null;
  }
}

function Enroll() {
  const refused = usePermissionRefusal('enrollment-token:create');
  const [distribution, setDistribution] = useState<Distribution>('debian');
  const [enrolling, setEnrolling] = useState(false);
  const { install, start } = distributions[distribution];
  return (
    <div className="stack">
      <SegmentedControl
        aria-label="Distribution"
        size="xs"
        value={distribution}
        data={Object.entries(distributions).map(([value, { label }]) => ({ value, label }))}
        onChange={(value) => setDistribution(value as Distribution)}
      />
      <span>On each node, as root, the agent’s package or files from a checkout:</span>
      <Copyable label="Install command" text={install} />
      <span className="row">
        <ActionButton variant="filled" refusedBecause={refused} onClick={() => setEnrolling(true)}>
          Issue a token…
        </ActionButton>
        <span className="dimmed">shows the enroll command; then</span>
      </span>
      <Copyable label="Start command" text={start} />
      <Suspense fallback={null}>{enrolling ? <EnrollDialog onClose={() => setEnrolling(false)} /> : null}</Suspense>
    </div>
  );
}
