import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { TypedName } from '../../forms/typed-name.js';
import { ActionButton } from '../../ui/action-button.js';
import { Dialog } from '../../ui/dialog.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { Status } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import type { BulkAction, BulkPlan } from './bulk-action.js';
import styles from './bulk-dialog.module.css';
import { BulkOutcome } from './bulk-outcome.js';
import { useBulkRun, usePlans } from './use-bulk.js';

interface Props<T> {
  action: BulkAction<T>;
  /** Objects as of the opening of the dialog. The plan is for these; the server refuses to act on an object that has changed since. */
  objects: readonly T[];
  onClose: () => void;
}

/** Plan, then apply, for many objects: first the plan of each, then the outcome of each, in one place. */
export function BulkDialog<T extends { id: string }>({ action, objects, onClose }: Props<T>) {
  const [choice, setChoice] = useState(action.choice?.initial ?? '');
  const [typed, setTyped] = useState('');
  const plans = usePlans(action, objects, choice);
  const { outcomes, state, run, end } = useBulkRun(action);
  const isPlanned = plans.size === objects.length;
  const willing = objects.filter(({ id }) => plans.get(id) && !plans.get(id)?.refusal);
  const refusals = objects.length - willing.length;
  const wanted = action.typed?.(willing.length);
  const refused = !isPlanned
    ? `The plan is loading: ${plans.size} of ${objects.length}.`
    : willing.length === 0
      ? 'Not possible for any of the selected objects: the plan gives the reasons.'
      : wanted !== undefined && typed !== wanted
        ? `Type “${wanted}” first.`
        : null;
  const isOver = state === 'over';
  const isRunning = state === 'running' || state === 'stopping';
  const done = [...outcomes.values()].filter((each) => each.state !== 'running' && each.state !== 'not-begun').length;
  return (
    <Dialog onClose={() => (isRunning ? undefined : onClose())} title={action.title(objects.length)} size="xl">
      <Form refusedBecause={refused} pending={state !== 'ready'} onSubmit={() => void run(willing, choice)}>
        {action.choice && state === 'ready' ? (
          <NativeSelect
            label={action.choice.label}
            value={choice}
            data={[...action.choice.values]}
            onChange={(event) => setChoice(event.currentTarget.value)}
          />
        ) : null}
        <div role="status">
          {state === 'ready'
            ? `${isPlanned ? `Applies to ${willing.length}` : `${plans.size} of ${objects.length} planned`}${refusals > 0 && isPlanned ? `; ${refusals} ${refusals === 1 ? 'is' : 'are'} excluded; the plan gives the reasons` : ''}.`
            : `${done} of ${willing.length} requested${state === 'stopping' ? ', stopping' : isOver && done < willing.length ? ': stopped' : ''}.`}
        </div>
        {action.note !== undefined && objects.length > 1 && state === 'ready' ? <p className="dimmed">{action.note}</p> : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. */}
        <ul className={styles.objects} aria-label={state === 'ready' ? 'Plan of each' : 'Outcome of each'} tabIndex={0}>
          {objects.map((object) => (
            <li key={object.id}>
              <NounLink noun={action.nounOf(object)} />
              {state === 'ready' || plans.get(object.id)?.refusal ? (
                <PlanOfOne plan={plans.get(object.id)} />
              ) : (
                <div>
                  <BulkOutcome outcome={outcomes.get(object.id)} />
                </div>
              )}
            </li>
          ))}
        </ul>
        {wanted !== undefined && state === 'ready' && willing.length > 0 ? (
          <TypedName label="Type this to confirm" wanted={wanted} typed={typed} onTyped={setTyped} />
        ) : null}
        {state === 'ready' ? (
          <FormButtons
            action={action.apply(willing.length)}
            isGrave={wanted !== undefined}
            pending={false}
            refusedBecause={refused}
            onCancel={onClose}
          />
        ) : (
          <div className="row">
            {isOver ? (
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            ) : (
              <ActionButton refusedBecause={state === 'stopping' ? 'It stops after the current requests.' : null} onClick={end}>
                Stop
              </ActionButton>
            )}
          </div>
        )}
      </Form>
    </Dialog>
  );
}

const PlanOfOne = ({ plan }: { plan: BulkPlan | undefined }) =>
  !plan ? (
    <span className="dimmed">…</span>
  ) : plan.refusal ? (
    <Status tone="warn" what="excluded" why={plan.refusal} />
  ) : (
    <div>
      <PlanSteps steps={plan.steps} />
      {(plan.changes ?? []).map(({ change, of }) => (
        <PlanCommands key={JSON.stringify(change)} change={change} {...(of === undefined ? {} : { of })} />
      ))}
    </div>
  );
