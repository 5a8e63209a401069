import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { Form } from '../../forms/form.js';
import styles from '../../forms/form.module.css';
import { FormButtons } from '../../forms/form-buttons.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Copyable } from '../../ui/text/copyable.js';
import { Curl } from '../../ui/text/curl.js';
import { Empty } from '../../ui/text/message.js';
import { Time } from '../../ui/time/time.js';
import { ProofForm } from './proof-form.js';
import { codeFormSchema } from './proof-schema.js';
import { NewRecoveryCodes } from './recovery-codes.js';

/** A lazy chunk with the library of QR codes. */
const QrCode = lazy(() => import('./qr-code.js').then((module) => ({ default: module.QrCode })));

// Passwords and codes are never printed: commands end up in histories and tickets.
const SHOWN = apiRequest('post', '/api/v1/session/totp', { body: { currentPassword: '…' } });
const CONFIRM_SHOWN = apiRequest('post', '/api/v1/session/totp/confirm', { body: { code: '…' } });
const REQUIRED = { code: 'enter a code of the app' };

interface Props {
  onDone: () => void;
  onCancel: () => void;
}

/** Password, then the secret for the app, then a first code, then the recovery codes. */
export function TotpSetUp({ onDone, onCancel }: Props) {
  const start = api.useMutation('post', '/api/v1/session/totp', { meta: { inline: true } });
  const confirm = api.useMutation('post', '/api/v1/session/totp/confirm', {
    meta: { inline: true },
    onSuccess: ({ recoveryCodes }) => {
      if (recoveryCodes.length === 0) onDone();
    },
  });
  const { field, body, refusedBecause, unplaced } = useSchemaForm({
    values: { code: '' },
    schema: codeFormSchema,
    required: REQUIRED,
    error: confirm.error,
  });
  if (confirm.data) return <NewRecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (!start.data)
    return (
      <ProofForm
        withCode={false}
        action="Show the secret"
        pending={start.isPending}
        error={start.error}
        shown={SHOWN}
        onSubmit={({ currentPassword }) => start.mutate({ body: { currentPassword } })}
        onCancel={onCancel}
      />
    );
  const { uri, secret, expiresAt } = start.data;
  return (
    <Form
      className={styles.fields}
      label="Authenticator app"
      refusedBecause={refusedBecause}
      pending={confirm.isPending}
      onSubmit={() => body && confirm.mutate({ body })}
    >
      <span>
        Scan this code with your authenticator app, or type the secret into it, before <Time at={expiresAt} />. It is shown only now.
      </span>
      <Suspense fallback={<Empty>Loading…</Empty>}>
        <QrCode text={uri} label="QR code of the secret" />
      </Suspense>
      <Copyable label="Secret" text={secret} />
      <TextInput
        label="Code of the app"
        description="Six digits."
        autoComplete="one-time-code"
        inputMode="numeric"
        maw={384}
        {...field('code')}
      />
      {unplaced ? <ProblemView error={unplaced} /> : null}
      {body ? <Curl of={CONFIRM_SHOWN} /> : null}
      <FormButtons action="Confirm" pending={confirm.isPending} refusedBecause={refusedBecause} onCancel={onCancel} />
    </Form>
  );
}
