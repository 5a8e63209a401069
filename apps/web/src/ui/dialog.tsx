import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './use-focus-back.js';

/** A dialog that is open while it is rendered. When it closes, the focus returns to the element that opened it. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
