import { PasswordInput, TextInput } from '@mantine/core';
import type { ApiRequest } from '../../api/curl.js';
import { Form } from '../../forms/form.js';
import styles from '../../forms/form.module.css';
import { FormButtons } from '../../forms/form-buttons.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { EMPTY_PROOF, type Proof, passwordAndCodeFormSchema, passwordFormSchema } from './proof-schema.js';

interface Props {
  withCode: boolean;
  action: string;
  isGrave?: boolean;
  pending: boolean;
  error: unknown;
  /** The request without passwords and codes, for display. */
  shown: ApiRequest;
  onSubmit: (proof: Proof) => void;
  onCancel: () => void;
}

const PASSWORD = { currentPassword: 'enter your password' };
const PASSWORD_AND_CODE = { ...PASSWORD, code: 'enter a code' };

/** The password again, and a code of the second factor that the user has. */
export function ProofForm({ withCode, action, isGrave = false, pending, error, shown, onSubmit, onCancel }: Props) {
  const { field, body, refusedBecause, unplaced } = useSchemaForm({
    values: EMPTY_PROOF,
    schema: withCode ? passwordAndCodeFormSchema : passwordFormSchema,
    required: withCode ? PASSWORD_AND_CODE : PASSWORD,
    error,
  });
  return (
    <Form
      className={styles.fields}
      label={action}
      refusedBecause={refusedBecause}
      pending={pending}
      onSubmit={() => body && onSubmit(body)}
    >
      <PasswordInput label="Your password" autoComplete="current-password" maw={384} {...field('currentPassword')} />
      {withCode ? (
        <TextInput
          label="Code"
          description="Of the authenticator app, or a recovery code."
          autoComplete="one-time-code"
          maw={384}
          {...field('code')}
        />
      ) : null}
      {unplaced ? <ProblemView error={unplaced} /> : null}
      {body ? <Curl of={shown} /> : null}
      <FormButtons action={action} isGrave={isGrave} pending={pending} refusedBecause={refusedBecause} onCancel={onCancel} />
    </Form>
  );
}
