import { TextInput } from '@mantine/core';
import { useTyped } from '../../forms/use-typed.js';

interface Props {
  q: string;
  onSearch: (text: string) => void;
  onEnter: () => void;
}

export function SearchField({ q, onSearch, onEnter }: Props) {
  const search = useTyped(q);
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label="Search"
      placeholder="Name, serial or address"
      ref={search.input}
      defaultValue={q}
      onChange={({ currentTarget: { value } }) => {
        search.typed(value);
        onSearch(value);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onEnter();
      }}
    />
  );
}
