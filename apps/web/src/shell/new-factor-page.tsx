import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.js';
import { TotpSetUp } from '../features/second-factors/totp-set-up.js';
import { useUser } from '../features/session/use-session.js';
import { SetUpPage } from './set-up-page.js';

/** The only page for a user who must set up a second factor. */
export function NewFactorPage() {
  const client = useQueryClient();
  const { name } = useUser();
  const reload = () => client.invalidateQueries({ queryKey: queryKeys.session });

  return (
    <SetUpPage
      title="Set up a second factor"
      hint={`This cluster asks every local user for a second factor. ${name} needs an authenticator app to continue.`}
    >
      <TotpSetUp onDone={reload} onCancel={reload} />
    </SetUpPage>
  );
}
