import { type ReactNode, useEffect, useState } from 'react';
import styles from './fold.module.css';

interface Props {
  summary: string;
  /** Something in it is not as desired: it unfolds by itself. */
  isTroubled?: boolean;
  children: ReactNode;
}

/** Detail that folds away while it is as desired. Its content is created when it is first unfolded. */
export function Fold({ summary, isTroubled = false, children }: Props) {
  const [isOpen, setOpen] = useState(isTroubled);
  useEffect(() => {
    if (isTroubled) setOpen(true);
  }, [isTroubled]);
  return (
    <details className={styles.fold} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen ? children : null}
    </details>
  );
}
