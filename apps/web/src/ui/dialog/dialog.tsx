import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { useFocusBack } from './use-focus-back.js';

const classNames = {
  content: styles.content ?? '',
  header: styles.header ?? '',
  body: styles.body ?? '',
};

/**
 * A dialog that is open while it is rendered. When it closes, the focus returns to the element that opened it. Its title stays in sight while its
 * content scrolls.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened classNames={classNames} {...props} />;
}

/** Class of the element in a dialog that has `DialogParts` as its children: a form, so that its buttons submit it, or a `div`. */
export const dialogColumn = styles.column;

/** Content of a dialog, which scrolls when it is higher than the window, and the buttons below it, which do not. */
export const DialogParts = ({ children, buttons }: { children: ReactNode; buttons: ReactNode }) => (
  <>
    <div className={`stack ${styles.middle}`}>{children}</div>
    <div className={styles.buttons}>{buttons}</div>
  </>
);
