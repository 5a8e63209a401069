import { Button, CopyButton } from '@mantine/core';
import styles from './copyable.module.css';

/** Text with a copy button. Where the browser denies the clipboard (plain HTTP), the text can still be selected. */
export const Copyable = ({ text, label }: { text: string; label: string }) => (
  <div className={styles.box}>
    <figure className={styles.text} aria-label={label}>
      {text}
    </figure>
    {navigator.clipboard ? (
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    ) : null}
  </div>
);
