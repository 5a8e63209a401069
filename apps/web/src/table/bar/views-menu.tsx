import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import styles from './list-bar.module.css';
import { currentView, type SavedView, useSavedViews } from './saved-views.js';

interface Props {
  label: string;
  search: object;
  onView: (search: SavedView['search']) => void;
}

/** Views of the list that the user saved in this browser. The browser closes the menu with Escape or a click elsewhere. */
export function ViewsMenu({ label, search, onView }: Props) {
  const { views, save, remove } = useSavedViews(label);
  const [name, setName] = useState('');
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const current = currentView(views, search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    save({ name: name.trim(), search: { ...search } as SavedView['search'] });
    setName('');
    menu.current?.hidePopover();
  };
  return (
    <>
      <Button variant="default" popoverTarget={id} className={styles.anchor}>
        {current ? `View: ${current.name}` : 'Views'}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div ref={menu} id={id} popover="auto" role="group" aria-label="Views" className={`floating ${styles.menu}`}>
        {views.length === 0 ? <p className="dimmed">No saved views yet. Sort and filter the list, then save the view.</p> : null}
        <ul className={styles.views} aria-label="Saved views">
          {views.map((view) => (
            <li key={view.name}>
              <button
                type="button"
                className={styles.view}
                aria-pressed={view === current}
                onClick={() => {
                  onView(view.search);
                  menu.current?.hidePopover();
                }}
              >
                {view.name}
              </button>
              <button type="button" className={styles.remove} aria-label={`Delete view ${view.name}`} onClick={() => remove(view.name)}>
                ×
              </button>
            </li>
          ))}
        </ul>
        <form onSubmit={submit} className={styles.save}>
          <TextInput
            aria-label="Name of the view"
            placeholder="Name of this view"
            maxLength={32}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Save view
          </Button>
        </form>
      </div>
    </>
  );
}
