import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
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

const hints: Record<Wanted['kinds'][number], string> = {
  totp: 'six digits of your authenticator app',
  'security-key': 'your security key',
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
  const hasEnded = problemOf(login.error)?.reason.code === 'login-challenge-ended';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!login.isPending) login.mutate({ body: { challenge: wanted.challenge, code } });
  };
  return (
    <form className={styles.step} aria-label="Second factor" onSubmit={submit}>
      <TextInput
        label="Code"
        description={`Enter ${wanted.kinds.map((kind) => hints[kind]).join(', or ')}.`}
        autoComplete="one-time-code"
        autoFocus
        required
        value={code}
        onChange={(e) => setCode(e.currentTarget.value)}
      />
      {login.error ? <ProblemView error={login.error} /> : null}
      {hasEnded ? null : (
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
