import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { fieldError } from '../../api/problem.js';
import styles from '../../forms/form.module.css';
import { Curl } from '../../ui/curl.js';
import { notify } from '../../ui/notices-store.js';
import { ProblemView } from '../../ui/problem-view.js';
import { isTooShort } from '../users/user-draft.js';

export function PasswordForm() {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const change = api.useMutation('post', '/api/v1/session/password', {
    meta: { inline: true },
    onSuccess: () => {
      setCurrent('');
      setNew('');
      notify({ tone: 'done', text: 'The password is changed. All other sessions of yours have ended.' });
    },
  });
  const tooShort = isTooShort(newPassword);
  const wrongCurrent = fieldError(change.error, 'currentPassword');

  const request = apiRequest('post', '/api/v1/session/password', { body: { currentPassword, newPassword } });
  // Never written out: commands end up in histories and tickets.
  const shown = { ...request, init: { body: { currentPassword: '…', newPassword: '…' } } };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(request.init);
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
        description="At least 12 characters."
        autoComplete="new-password"
        maw={384}
        value={newPassword}
        error={tooShort ? 'It must have at least 12 characters.' : null}
        onChange={(event) => setNew(event.currentTarget.value)}
      />
      {change.error && !wrongCurrent ? <ProblemView error={change.error} /> : null}
      {currentPassword !== '' && newPassword !== '' ? <Curl of={shown} /> : null}
      <div className="row">
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          disabled={currentPassword === '' || newPassword === '' || tooShort}
        >
          Change password
        </Button>
      </div>
    </form>
  );
}
