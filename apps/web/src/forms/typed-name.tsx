import { TextInput } from '@mantine/core';

interface Props {
  label: string;
  /** What has to be typed, letter by letter. */
  wanted: string;
  typed: string;
  onTyped: (typed: string) => void;
  /** Typing is the first thing to do in its form. */
  isFirst?: boolean;
}

/** For what cannot be undone: the hand that types the name has read it. */
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

/** Why it cannot be done yet, or null. */
export const typedRefusal = (wanted: string, typed: string): string | null => (typed === wanted ? null : `Type ${wanted} first.`);
