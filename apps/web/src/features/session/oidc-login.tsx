import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { OIDC_RETURN_PATH } from '@weft/shared/kinds/access/oidc';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { changeSession } from '../../cache/session-cache.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Empty } from '../../ui/text/message.js';
import styles from './login-page.module.css';

/** The page that the user wanted, while the browser is at the provider. */
const WANTED = 'weft-page-after-login';

const START = apiRequest('post', '/api/v1/login/oidc', {});

/** The query with which the provider sent the browser back, or null. */
export const oidcReturn = (): string | null => (location.pathname === OIDC_RETURN_PATH && location.search !== '' ? location.search : null);

/** The button of the login at the provider, or the reason why there is none. */
export function OidcButton() {
  const options = api.useQuery('get', '/api/v1/login/options');
  const start = api.useMutation('post', '/api/v1/login/oidc', {
    meta: { inline: true },
    onSuccess: ({ url }) => {
      // After a refusal, the page that was wanted before it.
      if (location.pathname !== OIDC_RETURN_PATH) sessionStorage.setItem(WANTED, location.pathname + location.search);
      location.assign(url);
    },
  });
  const oidc = options.data?.oidc;
  if (!oidc) return null;
  return (
    <>
      <Button variant="default" loading={start.isPending || start.isSuccess} onClick={() => start.mutate(START.init)}>
        {`Log in with ${oidc.label}`}
      </Button>
      {start.error ? <ProblemView error={start.error} /> : null}
      {oidc.available || start.error ? null : (
        <p role="status" className={styles.hint}>
          {oidc.label} does not answer now. Local users can log in.
        </p>
      )}
    </>
  );
}

/** Finishes a login that comes back from the provider. */
export function OidcReturn({ parameters, onRestart }: { parameters: string; onRestart: () => void }) {
  const client = useQueryClient();
  const finish = api.useMutation('post', '/api/v1/login/oidc/return', {
    meta: { inline: true },
    onSuccess: (session) => {
      history.replaceState(null, '', sessionStorage.getItem(WANTED) ?? '/');
      sessionStorage.removeItem(WANTED);
      changeSession(client, session);
    },
  });
  const isSent = useRef(false);
  const send = useEffectEvent(() => finish.mutate({ body: { parameters } }));
  useEffect(() => {
    // The provider's answer is for one use.
    if (isSent.current) return;
    isSent.current = true;
    // Neither a reload nor the history of the browser needs it.
    history.replaceState(null, '', OIDC_RETURN_PATH);
    send();
  }, []);
  if (!finish.error) return <Empty>Logging in…</Empty>;
  return (
    <div className={styles.step}>
      <ProblemView error={finish.error} />
      <Button variant="default" onClick={onRestart}>
        Back to the login
      </Button>
    </div>
  );
}
