import { createTheme } from '@mantine/core';

/** What components need to know; all values are in theme.css, because a style element would need 'unsafe-inline'. */
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
    // Fields of one row stand at one height, with or without a hint.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Modal: {
      defaultProps: {
        // Its upper edge stays where it is while it grows: what is under the pointer does not move.
        yOffset: '8dvh',
        lockScroll: false,
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: 0 },
        overlayProps: { backgroundOpacity: 0.45 },
      },
    },
    Tooltip: { defaultProps: { withArrow: true, multiline: true, events: { hover: true, focus: true, touch: true } } },
  },
});
