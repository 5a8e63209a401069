import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { Message } from '../../ui/text/message.js';
import type { SettingField } from './settings-fields.js';

interface Props {
  field: SettingField;
  value: string;
  error: string | null;
  readOnly: boolean;
  /** Value that another user set while this user edited the field. */
  theirs: string | undefined;
  onValue: (value: string) => void;
  onKeep: () => void;
}

/** One setting, with a choice when two users changed it. */
export function SettingInput({ field: { label, description, kind }, value, error, readOnly, theirs, onValue, onKeep }: Props) {
  const common = { label, description, error, value, disabled: readOnly };
  return (
    <div>
      {kind === 'lines' ? (
        <Textarea
          {...common}
          size="xs"
          rows={Math.max(3, value.split('\n').length + 1)}
          spellCheck={false}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      ) : kind === 'number' ? (
        <TextInput {...common} inputMode="decimal" onChange={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <NativeSelect {...common} data={kind} onChange={(event) => onValue(event.currentTarget.value)} />
      )}
      {theirs === undefined ? null : (
        <Message tone="warn">
          <p>
            Somebody else set “{label}” to <strong>{theirs || 'nothing'}</strong> meanwhile; here it says{' '}
            <strong>{value || 'nothing'}</strong>.
          </p>
          <span className="row">
            <Button variant="default" onClick={() => onValue(theirs)}>
              Take theirs
            </Button>
            <Button variant="default" onClick={onKeep}>
              Keep mine
            </Button>
          </span>
        </Message>
      )}
    </div>
  );
}
