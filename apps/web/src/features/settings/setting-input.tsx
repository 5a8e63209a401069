import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { Field } from '../../forms/use-schema-form.js';
import { Message } from '../../ui/text/message.js';
import type { SettingField } from './settings-fields.js';

interface Props {
  setting: SettingField;
  field: ReturnType<Field>;
  readOnly: boolean;
  /** Value that another user set while this user edited the field. */
  theirs: string | undefined;
  onValue: (value: string) => void;
  onKeep: () => void;
}

type Changed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** One setting, with a choice when two users changed it. */
export function SettingInput({ setting: { label, description, kind }, field, readOnly, theirs, onValue, onKeep }: Props) {
  const value: string = field.value;
  const common = { ...field, label, description, disabled: readOnly, onChange: (event: Changed) => onValue(event.currentTarget.value) };
  return (
    <div>
      {kind === 'lines' ? (
        <Textarea {...common} size="xs" rows={Math.max(3, value.split('\n').length + 1)} spellCheck={false} />
      ) : kind === 'number' || kind === 'text' ? (
        <TextInput {...common} inputMode={kind === 'number' ? 'decimal' : 'text'} />
      ) : (
        <NativeSelect {...common} data={kind} />
      )}
      {theirs === undefined ? null : (
        <Message tone="warn">
          <p>
            Somebody else set “{label}” to <strong>{theirs || 'nothing'}</strong> in the meantime; your value is{' '}
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
