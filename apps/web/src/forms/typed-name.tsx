import { TextInput } from '@mantine/core';

interface Props {
  label: string;
  /** Exact text to type. */
  wanted: string;
  typed: string;
  onTyped: (typed: string) => void;
  /** The field gets the focus when the form opens. */
  isFirst?: boolean;
}

/** For irreversible actions: typing the name proves that the user has read it. */
export const TypedName = ({ label, wanted, typed, onTyped, isFirst = false }: Props) => (
  <TextInput
    label={label}
    description={<code>{wanted}</code>}
    autoComplete="off"
    spellCheck={false}
    {...(isFirst ? { 'data-autofocus': true } : {})}
    value={typed}
    onChange={(event) => onTyped(event.currentTarget.value)}
  />
);

/** Why the action is not possible yet, or null. */
export const typedRefusal = (wanted: string, typed: string): string | null => (typed === wanted ? null : `Type ${wanted} first.`);
