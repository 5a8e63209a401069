import { NativeSelect } from '@mantine/core';

interface Props<V extends string> {
  label: string;
  value: V | undefined;
  options: readonly (V | { value: V; label: string })[];
  /** Text while nothing is chosen. */
  without?: string;
  onChange: (value: V | undefined) => void;
}

/** One filter of a list; its first option, `any` unless `without` states another text, removes it. */
export function Filter<V extends string>({ label, value, options, without = `${label}: any`, onChange }: Props<V>) {
  const known = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  // Shows a value from the address even if it is not an option, for example a deleted object: "any" would mislead.
  const isOther = value !== undefined && !known.some((option) => option.value === value);
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value ?? ''}
      data={[{ value: '', label: without }, ...known, ...(isOther ? [{ value, label: `${label}: ${value}` }] : [])]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : (currentTarget.value as V))}
    />
  );
}
