import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { api } from '../../api/client.js';
import { changeSession } from '../../cache/session-cache.js';
import { Banners } from '../../ui/banners.js';
import { Logo } from '../../ui/logo.js';
import { SimulatedBadge } from '../../ui/marks/simulated-badge.js';
import { ProblemView } from '../../ui/problem-view.js';
import styles from './login-page.module.css';
import { OidcButton, OidcReturn, oidcReturn } from './oidc-login.js';
import { SecondStep, secondFactorOf } from './second-step.js';

export function LoginPage() {
  const client = useQueryClient();
  const [returned, setReturned] = useState(oidcReturn);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const login = api.useMutation('post', '/api/v1/login', {
    meta: { inline: true },
    onSuccess: (session) => changeSession(client, session),
    onError: (error) => {
      if (secondFactorOf(error)) setPassword('');
    },
  });

  useEffect(() => {
    document.title = 'Log in · Weft';
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.mutate({ body: { name, password } });
  };

  const wanted = secondFactorOf(login.error);
  const form = (
    <>
      <form className={styles.step} aria-label="Log in" onSubmit={submit}>
        <TextInput label="Name" autoComplete="username" autoFocus required value={name} onChange={(e) => setName(e.currentTarget.value)} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(e) => setPassword(e.currentTarget.value)}
        />
        {login.error ? <ProblemView error={login.error} /> : null}
        <Button type="submit" size="sm" loading={login.isPending}>
          Log in
        </Button>
      </form>
      <OidcButton />
    </>
  );
  return (
    <div className={styles.page}>
      <Banners />
      <main className={styles.main}>
        <div className={styles.form}>
          <h1 className={styles.title}>
            <Logo /> Weft
          </h1>
          <SimulatedBadge />
          {returned !== null ? (
            <OidcReturn parameters={returned} onRestart={() => setReturned(null)} />
          ) : wanted ? (
            <SecondStep wanted={wanted} onRestart={() => login.reset()} />
          ) : (
            form
          )}
          <p className={styles.hint}>
            The first password of <code>admin</code> is in the file <code>initial-admin-password</code> of the server’s data folder. The
            first login asks for a new password.
          </p>
        </div>
      </main>
    </div>
  );
}
