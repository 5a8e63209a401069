import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './list-bar.module.css';
import type { SavedView } from './saved-views.js';
import { SearchField } from './search-field.js';
import { ViewsMenu } from './views-menu.js';

interface Props<S extends { search?: string; sort?: string }> {
  /** The listed objects, in the plural. */
  label: string;
  /** What free text is compared with. */
  searchedBy: string;
  search: S;
  onSearch: (change: { search?: string | undefined }) => void;
  /** Replaces the whole search of the address. */
  onView: (search: SavedView['search']) => void;
  /** Filters, one for each facet. */
  children: ReactNode;
}

/** Text, filters and saved views of a list: all that the address keeps of it. */
export function ListBar<S extends { search?: string; sort?: string }>({ label, searchedBy, search, onSearch, onView, children }: Props<S>) {
  const { sort, ...filters } = search;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={styles.bar} role="group" aria-label={`Filters of ${label.toLowerCase()}`}>
      <SearchField of={searchedBy} value={search.search} onChange={(text) => onSearch({ search: text })} />
      {children}
      {isFiltered ? (
        <Button variant="subtle" onClick={() => onView(sort === undefined ? {} : { sort })}>
          Clear filters
        </Button>
      ) : null}
      <span className={styles.space} />
      <ViewsMenu label={label} search={search} onView={onView} />
    </div>
  );
}
