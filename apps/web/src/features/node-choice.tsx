import { TextInput, type TextInputProps } from '@mantine/core';
import { isId } from '@weft/shared/is-id';
import { useEffect, useId, useRef, useState } from 'react';
import { api } from '../api/client.js';
import { Filter } from '../table/filter.js';
import { useFoundNodes, useNodeChoices } from './use-choices.js';

interface FilterProps {
  label: string;
  value: string | undefined;
  onChange: (nodeId: string | undefined) => void;
}

/** Filters a list by one node. */
export function NodeFilter({ label, value, onChange }: FilterProps) {
  const nodes = useNodeChoices();
  if (nodes !== null) return <Filter label={label} value={value} options={nodes} onChange={onChange} />;
  return (
    <NodeSearch
      aria-label={label}
      placeholder={`${label}: any`}
      size="xs"
      value={value ?? ''}
      onChange={(nodeId) => onChange(nodeId === '' ? undefined : nodeId)}
    />
  );
}

/** Selects a node as soon as the text is its full name; the server suggests names that contain the text. Empty value: no selection. */
export function NodeSearch({
  value,
  onChange,
  isFirst = false,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (nodeId: string) => void; isFirst?: boolean }) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // In a dialog: this field replaces a list that had the focus, once it is known that there are too many nodes to list.
  useEffect(() => {
    if (isFirst && document.activeElement === document.body) field.current?.focus();
  }, [isFirst]);
  const list = useId();
  const chosen = api.useQuery('get', '/api/v1/nodes/{id}', { params: { path: { id: value } } }, { enabled: isId(value) });
  const found = useFoundNodes(value === '' ? typed : '');
  const named = found.find(({ label }) => label === typed.trim())?.value;
  useEffect(() => {
    if (value === '' && named !== undefined) onChange(named);
  }, [value, named, onChange]);
  return (
    <>
      <TextInput
        {...rest}
        ref={field}
        data-autofocus={isFirst || undefined}
        list={list}
        autoComplete="off"
        spellCheck={false}
        value={value === '' ? typed : (chosen.data?.name ?? (typed || value))}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          if (value !== '') onChange('');
        }}
      />
      <datalist id={list}>
        {found.map((node) => (
          <option key={node.value} value={node.label} />
        ))}
      </datalist>
    </>
  );
}
