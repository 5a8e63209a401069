import { Button } from '@mantine/core';
import { Copyable } from '../../ui/text/copyable.js';

/** New recovery codes, which the server shows once. */
export const NewRecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <div className="stack">
    <p>
      Keep these recovery codes where you find them without your phone. Each logs in once in place of the second factor. They are shown only
      now.
    </p>
    <Copyable label="Recovery codes" text={codes.join('\n')} />
    <div className="row">
      <Button onClick={onDone}>I have stored them</Button>
    </div>
  </div>
);
