import { Button, PasswordInput } from '@mantine/core';
import { passwordSchema } from '@weft/shared/kinds/user';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { fieldError } from '../../api/problem.js';
import styles from '../../forms/form.module.css';
import { notify } from '../../ui/notices-store.js';
import { ProblemView } from '../../ui/problem-view.js';

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
  const tooShort = newPassword !== '' && !passwordSchema.safeParse(newPassword).success;
  const wrongCurrent = fieldError(change.error, 'currentPassword');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ body: { currentPassword, newPassword } });
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
