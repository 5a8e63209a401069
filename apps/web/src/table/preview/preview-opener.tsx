import { createContext, type ReactNode, useContext } from 'react';
import styles from './row-preview.module.css';

/** Id of the side panel of a list. */
export const PREVIEW_ID = 'row-preview';

/** Whether the side panel shows the row of this cell. */
export const PreviewedContext = createContext(false);

/** A button in a cell that opens the side panel of its row: `usePreview` handles the click. */
export const PreviewOpener = ({ label, children }: { label: string; children: ReactNode }) => (
  <button
    type="button"
    className={styles.opener}
    data-opens-preview
    aria-label={label}
    aria-expanded={useContext(PreviewedContext)}
    aria-controls={PREVIEW_ID}
  >
    {children}
  </button>
);
