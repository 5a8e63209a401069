import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ApiRequest } from '../../api/curl.js';
import type { Job } from '../../api/types.js';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { TypedName, typedRefusal } from '../../forms/typed-name.js';
import { Dialog, DialogParts, dialogColumn } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { JobInPlace } from './job-in-place.js';

interface Props {
  title: string;
  /** Input fields, and the plan from the dry run. */
  children: ReactNode;
  action: string;
  /** For irreversible actions: a red button, and a name to type. */
  typed?: { label: string; wanted: string; isFirst?: boolean } | null;
  isGrave?: boolean;
  refusedBecause: string | null;
  pending: boolean;
  error: unknown;
  /** Request to send; null while it is incomplete. */
  request: ApiRequest | null;
  onApply: () => void;
  /** Result: a job with its progress and a text for its end, or a text. Null: not applied yet. */
  outcome: { job: Job; whenDone?: ReactNode } | { text: ReactNode } | null;
  onClose: () => void;
}

/** Plan, then apply: shows the plan, and then the progress in the same place. */
export function PlanDialog({
  title,
  children,
  action,
  typed = null,
  isGrave = false,
  refusedBecause,
  pending,
  error,
  request,
  onApply,
  outcome,
  onClose,
}: Props) {
  const [name, setName] = useState('');
  const refused = refusedBecause ?? (typed && typedRefusal(typed.wanted, name));
  if (outcome)
    return (
      <Dialog onClose={onClose} title={title} size="xl">
        <div className={dialogColumn}>
          <DialogParts
            buttons={
              <Button data-autofocus variant="default" onClick={onClose}>
                Close
              </Button>
            }
          >
            {'job' in outcome ? <JobInPlace job={outcome.job} whenDone={outcome.whenDone} /> : <div role="status">{outcome.text}</div>}
          </DialogParts>
        </div>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title={title} size="xl">
      <Form className={dialogColumn} refusedBecause={refused} pending={pending} onSubmit={onApply}>
        <DialogParts
          buttons={<FormButtons action={action} isGrave={isGrave} pending={pending} refusedBecause={refused} onCancel={onClose} />}
        >
          {children}
          {typed ? <TypedName {...typed} typed={name} onTyped={setName} /> : null}
          {request && refusedBecause === null ? <Curl of={request} /> : null}
          {error ? <ProblemView error={error} /> : null}
        </DialogParts>
      </Form>
    </Dialog>
  );
}
