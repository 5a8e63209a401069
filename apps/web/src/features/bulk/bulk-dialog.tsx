import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { TypedName } from '../../forms/typed-name.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Dialog, DialogParts, dialogColumn } from '../../ui/dialog/dialog.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { Status } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import type { BulkAction, BulkPlan } from './bulk-action.js';
import styles from './bulk-dialog.module.css';
import { BulkOutcome } from './bulk-outcome.js';
import { type BulkState, useBulkRun, usePlans } from './use-bulk.js';

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
  const wanted = action.typed?.(willing.length);
  const isReady = state === 'ready';
  const refused = isPlanned
    ? refusalOf(willing.length, wanted !== undefined && typed !== wanted ? wanted : null)
    : `The plan is loading: ${plans.size} of ${objects.length}.`;
  const isRunning = state === 'running' || state === 'stopping';
  const done = [...outcomes.values()].filter((each) => each.state !== 'running' && each.state !== 'not-begun').length;
  return (
    <Dialog onClose={() => (isRunning ? undefined : onClose())} title={action.title(objects.length)} size="xl">
      <Form className={dialogColumn} refusedBecause={refused} pending={!isReady} onSubmit={() => void run(willing, choice)}>
        <DialogParts
          buttons={
            isReady ? (
              <FormButtons
                action={action.apply(willing.length)}
                isGrave={wanted !== undefined}
                pending={false}
                refusedBecause={refused}
                onCancel={onClose}
              />
            ) : (
              <RunButtons state={state} onStop={end} onClose={onClose} />
            )
          }
        >
          {action.choice && isReady ? (
            <NativeSelect
              label={action.choice.label}
              value={choice}
              data={[...action.choice.values]}
              onChange={(event) => setChoice(event.currentTarget.value)}
            />
          ) : null}
          <div role="status">
            {isReady ? plannedText(plans.size, objects.length, willing.length) : requestedText(done, willing.length, state)}
          </div>
          {action.note !== undefined && objects.length > 1 && isReady ? <p className="dimmed">{action.note}</p> : null}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. */}
          <ul className={styles.objects} aria-label={isReady ? 'Plan of each' : 'Outcome of each'} tabIndex={0}>
            {objects.map((object) => (
              <li key={object.id}>
                <NounLink noun={action.nounOf(object)} />
                {isReady || plans.get(object.id)?.refusal ? (
                  <PlanOfOne plan={plans.get(object.id)} />
                ) : (
                  <div>
                    <BulkOutcome outcome={outcomes.get(object.id)} />
                  </div>
                )}
              </li>
            ))}
          </ul>
          {wanted !== undefined && isReady && willing.length > 0 ? (
            <TypedName label="Type this to confirm" wanted={wanted} typed={typed} onTyped={setTyped} />
          ) : null}
        </DialogParts>
      </Form>
    </Dialog>
  );
}

/** @param missing text that the user has not typed yet; null: nothing is missing */
function refusalOf(willing: number, missing: string | null): string | null {
  if (willing === 0) return 'Not possible for any of the selected objects: the plan gives the reasons.';
  return missing === null ? null : `Type “${missing}” first.`;
}

function plannedText(planned: number, all: number, willing: number): string {
  if (planned < all) return `${planned} of ${all} planned.`;
  const excluded = all - willing;
  const rest = excluded > 0 ? `; ${excluded} ${excluded === 1 ? 'is' : 'are'} excluded; the plan gives the reasons` : '';
  return `Applies to ${willing}${rest}.`;
}

function requestedText(done: number, willing: number, state: BulkState): string {
  const stop = state === 'over' && done < willing ? ': stopped' : '';
  return `${done} of ${willing} requested${state === 'stopping' ? ', stopping' : stop}.`;
}

const RunButtons = ({ state, onStop, onClose }: { state: BulkState; onStop: () => void; onClose: () => void }) => (
  <div className="row">
    {state === 'over' ? (
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    ) : (
      <ActionButton refusedBecause={state === 'stopping' ? 'It stops after the current requests.' : null} onClick={onStop}>
        Stop
      </ActionButton>
    )}
  </div>
);

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
