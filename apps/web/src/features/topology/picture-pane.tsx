import { type RefObject, useState } from 'react';
import { type CanvasHandle, FabricCanvas } from '../../topology/canvas/fabric-canvas.js';
import type { Picture } from '../../topology/drawing/picture.js';
import type { Fabric } from '../../topology/fabric.js';
import { nameOf } from '../../topology/outline.js';
import type { State } from '../../topology/states.js';
import styles from './topology.module.css';
import { ViewButtons } from './view-buttons.js';

interface Props {
  ref: RefObject<CanvasHandle | null>;
  fabric: Fabric;
  picture: Picture;
  stateOf: (key: string) => State | null;
  onSelect: (key: string | null) => void;
}

/** The picture, its buttons, and the name under the pointer. */
export function PicturePane({ ref, fabric, picture, stateOf, onSelect }: Props) {
  const [hovered, setHovered] = useState<string | null>(null);
  const state = hovered === null ? null : stateOf(hovered);
  return (
    <div className={styles.frame}>
      <FabricCanvas
        ref={ref}
        picture={picture}
        label="Diagram of the fabric. The tree beside it has the same content. Arrow keys move it, plus and minus zoom, 0 shows all."
        onSelect={onSelect}
        onHover={setHovered}
      />
      <ViewButtons canvas={ref} />
      <p className={styles.hovered} aria-hidden>
        {hovered === null ? '' : `${nameOf(fabric, hovered)}${state ? `: ${state.what}` : ''}`}
      </p>
    </div>
  );
}
