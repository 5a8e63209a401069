import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiRequest } from '../api/curl.js';
import { Curl } from '../ui/curl.js';
import { ProblemView } from '../ui/problem-view.js';

interface Props {
  title: string;
  /** What has to be typed, letter by letter: a name or a serial. */
  wanted: string;
  wantedLabel: string;
  action: string;
  pending: boolean;
  error: unknown;
  /** What is sent. */
  request: ApiRequest;
  onConfirm: () => void;
  onClose: () => void;
  /** What will be lost. */
  children: ReactNode;
}

/** For what cannot be undone: the hand that types the name has read it. */
export function ConfirmByTyping({ title, wanted, wantedLabel, action, pending, error, request, onConfirm, onClose, children }: Props) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === wanted) onConfirm();
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form className="stack" onSubmit={submit}>
        <div>{children}</div>
        <TextInput
          label={wantedLabel}
          description={<code>{wanted}</code>}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Curl of={request} />
        {error ? <ProblemView error={error} /> : null}
        <div className="row">
          <Button type="submit" color="red" disabled={typed !== wanted} loading={pending}>
            {action}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}
