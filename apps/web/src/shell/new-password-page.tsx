import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.js';
import { useUser } from '../features/session/use-session.js';
import { PasswordForm } from '../features/settings/password-form.js';
import { SetUpPage } from './set-up-page.js';

/** The only page for a user whose password was created by the server or set by an administrator. */
export function NewPasswordPage() {
  const client = useQueryClient();
  const { name } = useUser();

  return (
    <SetUpPage
      title="Change the password"
      hint={`The server or an administrator set the password of ${name}. Choose one that only you know, to continue.`}
    >
      <PasswordForm onChanged={() => client.invalidateQueries({ queryKey: queryKeys.session })} />
    </SetUpPage>
  );
}
