import { PasswordInput } from '@mantine/core';
import { MIN_PASSWORD_CHARACTERS } from '@weft/shared/kinds/user';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { Form } from '../../forms/form.js';
import styles from '../../forms/form.module.css';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { notify } from '../../ui/notices-store.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { passwordChangeSchema } from './password-schema.js';

const EMPTY = { currentPassword: '', newPassword: '' };
const REQUIRED = { currentPassword: 'enter your current password', newPassword: 'enter your new password' };
// Passwords are never printed: commands end up in histories and tickets.
const SHOWN = apiRequest('post', '/api/v1/session/password', { body: { currentPassword: '…', newPassword: '…' } });

export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const change = api.useMutation('post', '/api/v1/session/password', {
    meta: { inline: true },
    onSuccess: () => {
      form.reset();
      onChanged?.();
      notify({ tone: 'done', text: 'Password changed. Your other sessions have ended.' });
    },
  });
  const { form, field, body, refusedBecause, unplaced } = useSchemaForm({
    values: EMPTY,
    schema: passwordChangeSchema,
    required: REQUIRED,
    error: change.error,
  });
  return (
    <Form
      className={styles.fields}
      refusedBecause={refusedBecause}
      pending={change.isPending}
      onSubmit={() => body && change.mutate({ body })}
    >
      <PasswordInput label="Current password" autoComplete="current-password" maw={384} {...field('currentPassword')} />
      <PasswordInput
        label="New password"
        description={`At least ${MIN_PASSWORD_CHARACTERS} characters.`}
        autoComplete="new-password"
        maw={384}
        {...field('newPassword')}
      />
      {unplaced ? <ProblemView error={unplaced} /> : null}
      {body ? <Curl of={SHOWN} /> : null}
      <div className="row">
        <ActionButton type="submit" loading={change.isPending} refusedBecause={refusedBecause}>
          Change password
        </ActionButton>
      </div>
    </Form>
  );
}
