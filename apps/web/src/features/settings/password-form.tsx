import { PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { fieldError } from '../../api/problem.js';
import styles from '../../forms/form.module.css';
import { ActionButton } from '../../ui/action-button.js';
import { notify } from '../../ui/notices-store.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { isTooShort } from '../users/user-draft.js';

const TOO_SHORT = 'It must have at least 12 characters.';

export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const change = api.useMutation('post', '/api/v1/session/password', {
    meta: { inline: true },
    onSuccess: () => {
      setCurrent('');
      setNew('');
      onChanged?.();
      notify({ tone: 'done', text: 'Password changed. Your other sessions have ended.' });
    },
  });
  const tooShort = isTooShort(newPassword);
  const missing = currentPassword === '' || newPassword === '' ? 'Enter your current and your new password.' : null;
  const refused = tooShort ? TOO_SHORT : missing;
  const wrongCurrent = fieldError(change.error, 'currentPassword');
  const wrongNew = fieldError(change.error, 'newPassword');

  const request = apiRequest('post', '/api/v1/session/password', { body: { currentPassword, newPassword } });
  // Passwords are never printed: commands end up in histories and tickets.
  const shown = { ...request, init: { body: { currentPassword: '…', newPassword: '…' } } };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refused === null) change.mutate(request.init);
  };

  return (
    <form className={styles.fields} onSubmit={submit}>
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        maw={384}
        value={currentPassword}
        error={wrongCurrent}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password"
        description={tooShort ? undefined : 'At least 12 characters.'}
        autoComplete="new-password"
        maw={384}
        value={newPassword}
        error={tooShort ? TOO_SHORT : wrongNew}
        onChange={(event) => setNew(event.currentTarget.value)}
      />
      {change.error && !wrongCurrent && !wrongNew ? <ProblemView error={change.error} /> : null}
      {currentPassword !== '' && newPassword !== '' ? <Curl of={shown} /> : null}
      <div className="row">
        <ActionButton type="submit" loading={change.isPending} refusedBecause={refused}>
          Change password
        </ActionButton>
      </div>
    </form>
  );
}
