import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './use-focus-back.js';

/** Height of the buttons that stay at the end of a scrolling dialog: a focused field is not hidden behind them (WCAG 2.2, 2.4.11). */
const styles = { content: { scrollPaddingBottom: '4.5rem' } };

/** A dialog that is open while it is rendered. When it closes, the focus returns to the element that opened it. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened styles={styles} {...props} />;
}
