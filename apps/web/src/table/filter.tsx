import { NativeSelect } from '@mantine/core';

interface Props<V extends string> {
  label: string;
  value: V | undefined;
  options: readonly (V | { value: V; label: string })[];
  onChange: (value: V | undefined) => void;
}

/** One filter of a list; `any` takes it away. */
export function Filter<V extends string>({ label, value, options, onChange }: Props<V>) {
  const known = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  // What the address asks for stands here also where it is none of these, as what was deleted: "any" would be a lie.
  const isOther = value !== undefined && !known.some((option) => option.value === value);
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value ?? ''}
      data={[{ value: '', label: `${label}: any` }, ...known, ...(isOther ? [{ value, label: `${label}: ${value}` }] : [])]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : (currentTarget.value as V))}
    />
  );
}
