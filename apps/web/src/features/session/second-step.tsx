import { Button, TextInput } from '@mantine/core';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { problemOf } from '../../api/problem.js';
import type { Problem } from '../../api/types.js';
import { changeSession } from '../../cache/session-cache.js';
import { ProblemView } from '../../ui/problem-view.js';
import styles from './login-page.module.css';

type Wanted = NonNullable<Problem['secondFactor']>;

/** What the server wants in addition to the right password, or null. */
export const secondFactorOf = (error: unknown): Wanted | null => problemOf(error)?.secondFactor ?? null;

const hints: Record<Exclude<Wanted['kinds'][number], 'security-key'>, string> = {
  totp: 'six digits of your authenticator app',
  'recovery-code': 'one of your recovery codes',
};

/** The second step of a login. When its challenge has ended, the first step comes again. */
export function SecondStep({ wanted, onRestart }: { wanted: Wanted; onRestart: () => void }) {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const login = api.useMutation('post', '/api/v1/login/second-factor', {
    meta: { inline: true },
    onSuccess: (session) => changeSession(client, session),
    onError: () => setCode(''),
  });
  const { publicKey } = wanted;
  const byKey = useMutation({
    meta: { inline: true },
    mutationFn: async (options: object) => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const assertion = { ...(await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })) };
      return login.mutateAsync({ body: { challenge: wanted.challenge, assertion } });
    },
  });
  const error = login.error ?? byKey.error;
  const hasEnded = problemOf(login.error)?.reason.code === 'login-challenge-ended';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!login.isPending) login.mutate({ body: { challenge: wanted.challenge, code } });
  };
  const asksForCode = wanted.kinds.some((kind) => kind !== 'security-key');
  return (
    <form className={styles.step} aria-label="Second factor" onSubmit={submit}>
      {asksForCode ? (
        <TextInput
          label="Code"
          description={`Enter ${wanted.kinds.flatMap((kind) => (kind === 'security-key' ? [] : [hints[kind]])).join(', or ')}.`}
          autoComplete="one-time-code"
          autoFocus
          required
          value={code}
          onChange={(e) => setCode(e.currentTarget.value)}
        />
      ) : null}
      {publicKey && !hasEnded ? (
        <Button loading={byKey.isPending} onClick={() => byKey.mutate(publicKey)}>
          Use a security key
        </Button>
      ) : null}
      {error ? <ProblemView error={error} /> : null}
      {hasEnded || !asksForCode ? null : (
        <Button type="submit" size="sm" loading={login.isPending}>
          Log in
        </Button>
      )}
      <Button variant="default" onClick={onRestart}>
        Back to name and password
      </Button>
    </form>
  );
}
