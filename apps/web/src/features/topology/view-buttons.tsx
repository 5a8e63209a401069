import type { RefObject } from 'react';
import type { CanvasHandle } from '../../topology/canvas/fabric-canvas.js';
import styles from './topology.module.css';

const STEP = 1.5;

export const ViewButtons = ({ canvas }: { canvas: RefObject<CanvasHandle | null> }) => (
  <div className={styles.buttons} role="toolbar" aria-label="View">
    <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => canvas.current?.zoom(STEP)}>
      +
    </button>
    <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={() => canvas.current?.zoom(1 / STEP)}>
      −
    </button>
    <button type="button" aria-label="Show all" title="Show all (0)" onClick={() => canvas.current?.showAll()}>
      ⤢
    </button>
  </div>
);
