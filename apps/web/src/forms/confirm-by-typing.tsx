import { type ReactNode, useState } from 'react';
import type { ApiRequest } from '../api/curl.js';
import { Dialog, DialogParts, dialogColumn } from '../ui/dialog/dialog.js';
import { ProblemView } from '../ui/problem-view.js';
import { Curl } from '../ui/text/curl.js';
import { Form } from './form.js';
import { FormButtons } from './form-buttons.js';
import { TypedName, typedRefusal } from './typed-name.js';

interface Props {
  title: string;
  /** Exact text to type: a name or a serial. */
  wanted: string;
  wantedLabel: string;
  action: string;
  pending: boolean;
  error: unknown;
  /** Request to send. */
  request: ApiRequest;
  onConfirm: () => void;
  onClose: () => void;
  /** Description of the loss. */
  children: ReactNode;
}

/** Confirmation of an irreversible action that needs no plan: the user types the name, and the action runs. */
export function ConfirmByTyping({ title, wanted, wantedLabel, action, pending, error, request, onConfirm, onClose, children }: Props) {
  const [typed, setTyped] = useState('');
  const refused = typedRefusal(wanted, typed);
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Form className={dialogColumn} refusedBecause={refused} pending={pending} onSubmit={onConfirm}>
        <DialogParts buttons={<FormButtons action={action} isGrave pending={pending} refusedBecause={refused} onCancel={onClose} />}>
          <div>{children}</div>
          <TypedName label={wantedLabel} wanted={wanted} typed={typed} onTyped={setTyped} isFirst />
          <Curl of={request} />
          {error ? <ProblemView error={error} /> : null}
        </DialogParts>
      </Form>
    </Dialog>
  );
}
