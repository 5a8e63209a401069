import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFocusBack } from './dialog/use-focus-back.js';
import styles from './side-panel.module.css';

interface Props {
  label: string;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  id?: string;
  /** It has the focus when it opens, and Escape closes it. */
  takesFocus?: boolean;
}

/** Content beside the page, which stays usable; on a phone at the lower edge. Nothing on the page moves. */
export function SidePanel({ label, title, onClose, children, id, takesFocus = false }: Props) {
  const panel = useRef<HTMLElement>(null);
  useFocusBack();
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <aside
      ref={panel}
      id={id}
      className={`floating ${styles.panel}`}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <div className={styles.head}>
        <h2>{title}</h2>
        <CloseButton size="sm" aria-label="Close" onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}
