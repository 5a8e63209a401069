import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Dialog } from '../ui/dialog/dialog.js';
import { PALETTE, takeKeys } from './keys.js';
import { PaletteList } from './palette-list.js';
import type { Option } from './palette-options.js';
import { places } from './places.js';
import { ShortcutList } from './shortcut-list.js';

/** Time within which a letter after `g` belongs to it. */
const SEQUENCE_MS = 1500;

/** Every page and every action by keyboard alone. */
export function Palette() {
  const navigate = useNavigate();
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  const went = useRef(0);
  const close = () => setShown(null);
  const take = useCallback(
    (key: string) => {
      const isSecond = Date.now() - went.current < SEQUENCE_MS;
      went.current = key === 'g' ? Date.now() : 0;
      const place = isSecond ? places.find(({ letter }) => letter === key) : undefined;
      if (place) {
        setShown(null);
        void navigate({ to: place.to });
      } else if (key === PALETTE || key === '/') setShown('palette');
      else if (key === '?') setShown('shortcuts');
    },
    [navigate],
  );
  useEffect(() => takeKeys(take), [take]);
  const choose = ({ does }: Option) => {
    close();
    if ('go' in does) void navigate(does.go);
    // Presses the button after the palette has closed: a dialog opened before would be closed with it.
    else requestAnimationFrame(does.press);
  };
  return shown === 'palette' ? (
    // Built from parts, to have a name without a heading. The theme's defaults for `Modal` are repeated: locked scrolling would write a style element.
    <Modal.Root opened onClose={close} size="lg" padding={0} yOffset="12vh" lockScroll={false} transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label="Search and actions">
        <PaletteList onChoose={choose} />
      </Modal.Content>
    </Modal.Root>
  ) : shown === 'shortcuts' ? (
    <Dialog onClose={close} title="Keyboard">
      <ShortcutList />
    </Dialog>
  ) : null;
}
