import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JobStep } from '../../api/types.js';
import { JobSteps } from '../../features/jobs/job-steps.js';
import { paths } from '../../paths/paths.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { ActionLink, MenuItems } from '../../ui/actions/actions.js';
import { Fold } from '../../ui/fold.js';
import type { Notice } from '../../ui/notices-store.js';
import { Section } from '../../ui/page.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { ProblemView } from '../../ui/problem-view.js';
import { SidePanel } from '../../ui/side-panel.js';
import { Empty, Message } from '../../ui/text/message.js';
import { NoticeView } from '../notices.js';
import styles from './design.module.css';

const nothing = () => undefined;

export const Actions = () => (
  <Section title="Controls">
    <div className="row">
      <Button>Primary</Button>
      <ActionButton refusedBecause={null}>Default</ActionButton>
      <ActionButton refusedBecause="Volume orders is attached to c1. Detach it first.">Refused</ActionButton>
      <Button variant="default" loading>
        Sending
      </Button>
      <Button color="red">Delete</Button>
    </div>
    <div className={`floating ${styles.menu}`}>
      <MenuItems
        links={<ActionLink {...paths.jobs({})}>Jobs</ActionLink>}
        more={[
          { label: 'Edit…', refusedBecause: null, onClick: nothing },
          { label: 'Attach…', refusedBecause: 'It is attached exclusive to c1.', onClick: nothing },
          { label: 'Discard…', refusedBecause: null, isDangerous: true, onClick: nothing },
          { label: 'Delete…', refusedBecause: 'It is attached to c1: detach it first.', isDangerous: true, onClick: nothing },
        ]}
      />
    </div>
    <div className={styles.fields}>
      <TextInput label="Name" defaultValue="orders" description="Cannot be changed." />
      <TextInput label="Size" defaultValue="12 parsecs" error="Enter a size such as 3.2TiB." />
      <NativeSelect label="Class" data={['fast', 'archive']} />
      <TextInput label="Disabled" defaultValue="orders" disabled />
      <Checkbox label="Checked" defaultChecked />
      <Checkbox label="Not checked" />
    </div>
  </Section>
);

const step = (name: string, state: JobStep['state']): JobStep => ({
  name,
  state,
  node: state === 'pending' ? null : 't1',
  reason: null,
  since: null,
});

export const Steps = () => (
  <Section title="Steps">
    <JobSteps
      steps={[
        step('reserve space', 'done'),
        step('create leg 0', 'running'),
        step('create leg 1', 'waiting'),
        step('export leg 1', 'failed'),
        step('assemble the array', 'pending'),
      ]}
    />
    <PlanSteps
      steps={[
        { node: { name: 't1' }, what: 'create the logical volume' },
        { node: { name: 't1' }, what: 'export it' },
        { node: null, what: 'wait for both reports' },
      ]}
    />
  </Section>
);

export const Absences = () => (
  <Section title="Messages, folds, empty states">
    <Message>A plain message.</Message>
    <Message tone="warn">The agent of t1 has not reported for 40 s.</Message>
    <ProblemView error={new Error('MongoDB has no primary: look at its members.')} onRetry={() => undefined} />
    <Fold summary="12 conditions are as desired">Folded away.</Fold>
    <Fold summary="1 condition needs attention" isTroubled>
      <p>ClockSkewed: the clock of t1 is 3.2 s ahead.</p>
    </Fold>
    <Empty>No volumes match these filters.</Empty>
    <Empty drawing="volumes" action={<Button>New volume</Button>}>
      No volumes yet. A volume is a block device over NVMe-oF that clients attach.
    </Empty>
  </Section>
);

const NOTICES: Notice[] = [
  { id: -1, tone: 'done', text: 'The note was saved.' },
  { id: -2, tone: 'warning', text: 'Another user changed the volume. Your fields were kept.' },
  { id: -3, tone: 'error', text: 'Selection failed: the server does not answer.' },
];

export function Floating() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Notices and side panel"
      actions={
        <ActionButton refusedBecause={null} onClick={() => setOpen(true)}>
          Open the panel
        </ActionButton>
      }
    >
      <div className={styles.notices}>
        {NOTICES.map((notice) => (
          <NoticeView key={notice.id} notice={notice} />
        ))}
      </div>
      {isOpen ? (
        <SidePanel label="Example" title="orders" onClose={() => setOpen(false)}>
          <p>The page beside it stays usable, and nothing on it moves.</p>
        </SidePanel>
      ) : null}
    </Section>
  );
}
