import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './use-focus-back.js';

/** A dialog that is there as long as it is open. Who closes it is again where it was opened. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
