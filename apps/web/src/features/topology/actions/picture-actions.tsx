import { Button } from '@mantine/core';
import { serverNow } from '../../../api/server-clock.js';
import { useServerFacts } from '../../../api/server-facts.js';
import type { Sheet } from '../../../topology/drawing/sheet.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { fileName, saveFile } from '../../../ui/files/save-file.js';
import { notify } from '../../../ui/notices-store.js';
import { type PictureFormat, pictureFile } from './save-picture.js';
import type { FullScreen } from './use-full-screen.js';

interface Props {
  /** The picture as it is now. Null: there is none yet. */
  sheet: () => Sheet | null;
  fullScreen: FullScreen;
}

export function PictureActions({ sheet, fullScreen: { isFull, refusedBecause, toggle } }: Props) {
  const { simulated } = useServerFacts();
  const save = async (format: PictureFormat) => {
    const made = sheet();
    if (!made) return;
    try {
      saveFile(
        await pictureFile(simulated ? { ...made, facts: `Simulated cluster. ${made.facts}` } : made, format),
        fileName(['topology'], format, { simulated, at: serverNow() }),
      );
    } catch (error) {
      notify({ tone: 'error', text: `Export failed: ${(error as Error).message}` });
    }
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => void save('png')}>
        Export PNG
      </Button>
      <Button variant="default" size="xs" onClick={() => void save('svg')}>
        Export SVG
      </Button>
      <ActionButton size="xs" refusedBecause={refusedBecause} onClick={toggle}>
        {isFull ? 'Leave full screen' : 'Full screen'}
      </ActionButton>
    </>
  );
}
