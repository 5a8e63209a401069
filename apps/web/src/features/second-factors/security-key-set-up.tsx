import { PasswordInput, TextInput } from '@mantine/core';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { Form } from '../../forms/form.js';
import styles from '../../forms/form.module.css';
import { FormButtons } from '../../forms/form-buttons.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { newKeyFormSchema } from './proof-schema.js';
import { NewRecoveryCodes } from './recovery-codes.js';

// The password is never printed: commands end up in histories and tickets.
const SHOWN = apiRequest('post', '/api/v1/session/security-keys', { body: { currentPassword: '…' } });
/** Shown after the answer of the key, which only a browser has. */
const CONFIRM_SHOWN = apiRequest('post', '/api/v1/session/security-keys/confirm', { body: { name: '…', credential: {} } });
const REQUIRED = { name: 'enter a name', currentPassword: 'enter your password' };

interface Props {
  onDone: () => void;
  onCancel: () => void;
}

/** Name and password, then the browser asks for the key. */
export function SecurityKeySetUp({ onDone, onCancel }: Props) {
  const start = api.useMutation('post', '/api/v1/session/security-keys', { meta: { inline: true } });
  const confirm = api.useMutation('post', '/api/v1/session/security-keys/confirm', { meta: { inline: true } });
  const register = useMutation({
    meta: { inline: true },
    mutationFn: async ({ name, currentPassword }: { name: string; currentPassword: string }) => {
      const { publicKey } = await start.mutateAsync({ body: { currentPassword } });
      const { startRegistration } = await import('@simplewebauthn/browser');
      const optionsJSON = publicKey as unknown as PublicKeyCredentialCreationOptionsJSON;
      const credential = { ...(await startRegistration({ optionsJSON })) };
      return confirm.mutateAsync({ body: { name, credential } });
    },
    onSuccess: ({ recoveryCodes }) => {
      if (recoveryCodes.length === 0) onDone();
    },
  });
  const { field, body, refusedBecause, unplaced } = useSchemaForm({
    values: { name: '', currentPassword: '' },
    schema: newKeyFormSchema,
    required: REQUIRED,
    error: register.error,
  });
  if (register.data) return <NewRecoveryCodes codes={register.data.recoveryCodes} onDone={onDone} />;
  return (
    <Form
      className={styles.fields}
      label="Security key"
      refusedBecause={refusedBecause}
      pending={register.isPending}
      onSubmit={() => body && register.mutate(body)}
    >
      <TextInput label="Name of the key" description="Shown in the list of your keys." maw={384} {...field('name')} />
      <PasswordInput label="Your password" autoComplete="current-password" maw={384} {...field('currentPassword')} />
      {unplaced ? <ProblemView error={unplaced} /> : null}
      {body ? <Curl of={start.data ? CONFIRM_SHOWN : SHOWN} /> : null}
      <FormButtons action="Register the key" pending={register.isPending} refusedBecause={refusedBecause} onCancel={onCancel} />
    </Form>
  );
}
