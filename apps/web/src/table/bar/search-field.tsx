import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../forms/use-debounced.js';
import styles from './list-bar.module.css';

interface Props {
  /** What the text is compared with: "name", "serial or model". */
  of: string;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}

/** Free text of the address: follows the field when the user pauses. A text that the address gets elsewhere, from a link or a saved view, replaces it. */
export function SearchField({ of, value = '', onChange }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const settled = useDebounced(text);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const wanted = settled.trim();
    if (settled !== text || wanted === sent.current) return;
    sent.current = wanted;
    onChange(wanted === '' ? undefined : wanted);
  }, [settled, text, onChange]);
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={`Filter by ${of}`}
      placeholder={`Filter by ${of}`}
      maxLength={64}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}
