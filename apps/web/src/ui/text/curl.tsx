import { useEffect, useState } from 'react';
import { type ApiRequest, curlOf } from '../../api/curl.js';
import { Copyable } from './copyable.js';
import styles from './curl.module.css';

/** The curl command of a request; it follows the input. */
export function useCurl(of: ApiRequest): string {
  const [command, setCommand] = useState('');
  const text = JSON.stringify(of);
  useEffect(() => {
    let isWanted = true;
    void curlOf(JSON.parse(text) as ApiRequest).then((made) => isWanted && setCommand(made));
    return () => {
      isWanted = false;
    };
  }, [text]);
  return command;
}

/** The request that the button would send, as a command. */
export const Curl = ({ of }: { of: ApiRequest }) => {
  const command = useCurl(of);
  return (
    <details className={styles.curl}>
      <summary>The same with curl</summary>
      <Copyable text={command} label="curl command" />
      <p className={styles.note}>
        <code>WEFT_SESSION</code> is the value of the cookie <code>weft_session</code>, which <code>POST /api/v1/login</code> sets.
      </p>
    </details>
  );
};
