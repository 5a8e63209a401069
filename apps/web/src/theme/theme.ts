import { createTheme } from '@mantine/core';

/** Defaults of components. All values are in theme.css, because a style element would need 'unsafe-inline'. */
export const theme = createTheme({
  primaryColor: 'teal',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    // Keeps the fields of one row at the same height, with or without a hint.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Modal: {
      defaultProps: {
        // The upper edge stays in place while the dialog grows, so that nothing moves under the pointer.
        yOffset: '8dvh',
        lockScroll: false,
        // Sets the variable that the parts of a dialog are spaced by.
        padding: 'md',
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: 0 },
        overlayProps: { backgroundOpacity: 0.45 },
      },
    },
    Tooltip: { defaultProps: { withArrow: true, multiline: true, events: { hover: true, focus: true, touch: true } } },
  },
});
