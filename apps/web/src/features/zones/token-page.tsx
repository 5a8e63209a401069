import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { Logo } from '../../ui/logo.js';
import { ProblemView } from '../../ui/problem-view.js';
import styles from '../session/login-page.module.css';
import { readZones } from './zones-api.js';

/** Asks for the token of a reader, and tries it. */
export function TokenPage({ onToken }: { onToken: (token: string) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isTrying, setTrying] = useState(false);
  useEffect(() => {
    document.title = 'Log in · Weft zones';
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTrying(true);
    readZones('/api/v1/zones/overview', text.trim())
      .then(() => onToken(text.trim()), setError)
      .finally(() => setTrying(false));
  };
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={styles.form}>
          <h1 className={styles.title}>
            <Logo /> Weft zones
          </h1>
          <form className={styles.step} aria-label="Log in" onSubmit={submit}>
            <PasswordInput
              label="Token"
              autoComplete="off"
              autoFocus
              required
              value={text}
              onChange={(e) => setText(e.currentTarget.value)}
            />
            {error === null ? null : <ProblemView error={error} />}
            <Button type="submit" size="sm" loading={isTrying}>
              Show zones
            </Button>
          </form>
          <p className={styles.hint}>
            The operator of this federation makes a token with <code>weft-server federate-token</code>. This tab keeps it until it closes.
          </p>
        </div>
      </main>
    </div>
  );
}
