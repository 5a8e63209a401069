import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { api } from '../api/client.js';
import { messageOf } from '../api/problem.js';
import { usePermissionRefusal } from '../features/session/use-session.js';
import { useDebounced } from '../forms/use-debounced.js';
import { useFocusBack } from '../ui/dialog/use-focus-back.js';
import styles from './palette.module.css';
import { type Option, optionsOf, type PageAction, pageActions } from './palette-options.js';

interface Props {
  onChoose: (option: Option) => void;
}

const MOST_TEXT = 64;

/** The page's current buttons: the page may load after the palette, and its possible actions change. */
function usePageActions(): readonly PageAction[] {
  const [actions, setActions] = useState(() => pageActions(document));
  useEffect(() => {
    const look = () => setActions((before) => (wordsOf(before) === wordsOf(pageActions(document)) ? before : pageActions(document)));
    look();
    const seen = new MutationObserver(look);
    seen.observe(document.getElementById('content') ?? document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['aria-disabled'],
    });
    return () => seen.disconnect();
  }, []);
  return actions;
}
const wordsOf = (actions: readonly PageAction[]): string => actions.map(({ name, refusedBecause }) => `${name} ${refusedBecause}`).join();

interface OptionsProps {
  options: readonly Option[];
  active: Option | undefined;
  /** Id of an option's element. */
  idOf: (option: Option) => string | undefined;
  onPoint: (index: number) => void;
  onChoose: (option: Option) => void;
}

function Options({ options, active, idOf, onPoint, onChoose }: OptionsProps) {
  return options.map((option, index) => {
    const isFirst = option.group !== options[index - 1]?.group;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys.
      // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus.
      <div
        key={option.id}
        id={idOf(option)}
        role="option"
        aria-selected={option === active}
        aria-disabled={option.refusedBecause !== null}
        className={styles.option}
        data-first={isFirst}
        onMouseMove={() => onPoint(index)}
        onClick={() => onChoose(option)}
      >
        <span className={styles.group}>{isFirst ? option.group : ''}</span>
        <span>{option.name}</span>
        <span className={styles.detail}>{option.detail}</span>
      </div>
    );
  });
}

/** An editable combobox with a list (WAI-ARIA authoring practices): the text field keeps the focus; `aria-activedescendant` names the option. */
export function PaletteList({ onChoose }: Props) {
  useFocusBack();
  const actions = usePageActions();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const wanted = useDebounced(text.trim(), 120);
  const search = api.useQuery(
    'get',
    '/api/v1/search',
    { params: { query: { text: wanted } } },
    { enabled: wanted !== '', placeholderData: keepPreviousData, retry: false },
  );
  const newRefused = usePermissionRefusal('volume:create');
  const options = optionsOf(text, actions, wanted === '' ? [] : (search.data?.items ?? []), newRefused);
  const active = options[Math.min(at, options.length - 1)];
  const optionId = (option: Option | undefined) => (option ? `${id}-${option.id}` : undefined);
  const activeId = optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const choose = (option: Option | undefined) => option && option.refusedBecause === null && onChoose(option);
  const onKeyDown = (event: KeyboardEvent) => {
    const now = Math.min(at, options.length - 1);
    const moves: Record<string, number> = {
      ArrowDown: (now + 1) % options.length,
      ArrowUp: (now - 1 + options.length) % options.length,
      Home: 0,
      End: options.length - 1,
    };
    const to = moves[event.key];
    if (event.key === 'Enter') choose(active);
    else if (to === undefined || Number.isNaN(to)) return;
    else setAt(to);
    event.preventDefault();
  };
  const isLooking = wanted !== text.trim() || (search.isFetching && search.isPlaceholderData);
  return (
    <div className={styles.palette}>
      <input
        className={styles.text}
        role="combobox"
        aria-label="Search"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(activeId ? { 'aria-activedescendant': activeId } : {})}
        placeholder="A volume, node, drive, class, job, page or action"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        maxLength={MOST_TEXT}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list} role="listbox" id={`${id}-list`} aria-label="Results" aria-busy={isLooking}>
        <Options options={options} active={active} idOf={optionId} onPoint={setAt} onChoose={choose} />
      </div>
      <p className={styles.foot} role="status">
        {search.error ? messageOf(search.error) : options.length === 0 && !isLooking ? `No results for “${text.trim()}”.` : ''}
      </p>
    </div>
  );
}
