import { Button, CopyButton } from '@mantine/core';
import { shortened } from './shortened-id.js';

/** The start of an id with a button that copies all of it. Where the browser denies the clipboard (plain HTTP), all of the id, to select. */
export function ShortId({ id }: { id: string }) {
  if (!navigator.clipboard) return <code>{id}</code>;
  return (
    <span className="row">
      <code title={id}>{shortened(id)}</code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-xs" aria-label={`Copy ${id}`} onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}
