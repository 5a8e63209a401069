import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Line } from '../../topology/outline.js';
import styles from './topology.module.css';

interface Props {
  lines: readonly Line[];
  selected: string | null;
  label: string;
  onSelect: (key: string) => void;
  onOpen: (key: string, isOpen: boolean) => void;
}

/** The picture as text: one tab stop; arrow keys move between its lines (ARIA Authoring Practices, tree view). */
export function OutlineTree({ lines, selected, label, onSelect, onOpen }: Props) {
  const tree = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const found = lines.findIndex(({ key }) => key === at);
  const current =
    found >= 0
      ? found
      : Math.max(
          0,
          lines.findIndex(({ key }) => key === selected),
        );

  // Scrolls to the line of the object that is selected in the picture.
  useEffect(() => {
    if (selected === null) return;
    setAt(selected);
    tree.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  const moveTo = (index: number) => {
    const line = lines[index];
    if (!line) return;
    setAt(line.key);
    (tree.current?.children[index] as HTMLElement | undefined)?.focus();
  };
  const keyDown = (event: KeyboardEvent) => {
    const line = lines[current];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(event.key, line, current);
    if (move === null) return;
    event.preventDefault();
    if (move === 'select') onSelect(line.key);
    else if (typeof move === 'object') onOpen(line.key, move.open);
    else moveTo(move === 'end' ? lines.length - 1 : move);
  };

  return (
    <div ref={tree} role="tree" aria-label={label} className={styles.tree} onKeyDown={keyDown}>
      {lines.map((line, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all its lines.
        <div
          key={`${lines[line.parent]?.key} ${line.key}`}
          role="treeitem"
          aria-level={line.level}
          aria-setsize={line.setSize}
          aria-posinset={line.position}
          aria-expanded={line.isOpen ?? undefined}
          aria-selected={line.key === selected}
          aria-label={line.state ? `${line.label}, ${line.state.what}` : line.label}
          tabIndex={index === current ? 0 : -1}
          className={styles.line}
          style={{ paddingInlineStart: `${line.level * 0.9 - 0.4}rem` }}
          onFocus={() => setAt(line.key)}
          onClick={() => {
            if (line.isOpen !== null && (line.isOpen === false || line.key === selected)) onOpen(line.key, !line.isOpen);
            onSelect(line.key);
          }}
        >
          <span className={styles.twist} aria-hidden>
            {line.isOpen === null ? '' : line.isOpen ? '▾' : '▸'}
          </span>
          {line.state ? <span className={styles.mark} data-tone={line.state.tone} aria-hidden /> : null}
          <span className={styles.lineLabel} title={line.label}>
            {line.label}
          </span>
          {line.state && line.state.tone !== 'good' && line.state.tone !== 'idle' ? (
            <span className={styles.lineState}>{line.state.what}</span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

/** Result of a key on a line: another line, a selection, or open or close. Null: nothing. */
function moveOf(key: string, { isOpen, parent }: Line, current: number): number | 'end' | 'select' | { open: boolean } | null {
  switch (key) {
    case 'ArrowDown':
      return current + 1;
    case 'ArrowUp':
      return current - 1;
    case 'Home':
      return 0;
    case 'End':
      return 'end';
    case 'ArrowRight':
      if (isOpen === null) return null;
      return isOpen ? current + 1 : { open: true };
    case 'ArrowLeft':
      return isOpen ? { open: false } : parent;
    case 'Enter':
    case ' ':
      return 'select';
    default:
      return null;
  }
}
