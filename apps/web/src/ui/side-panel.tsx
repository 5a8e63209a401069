import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './side-panel.module.css';

interface Props {
  label: string;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Content beside the page, which stays usable; on a phone at the lower edge. Nothing on the page moves. */
export const SidePanel = ({ label, title, onClose, children }: Props) => (
  <aside className={`floating ${styles.panel}`} aria-label={label}>
    <div className={styles.head}>
      <h2>{title}</h2>
      <CloseButton size="sm" aria-label="Close" onClick={onClose} />
    </div>
    {children}
  </aside>
);
