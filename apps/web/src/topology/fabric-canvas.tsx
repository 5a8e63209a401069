import { type PointerEvent, type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Picture } from './draw.js';
import styles from './fabric-canvas.module.css';
import { HitIndex } from './hit-index.js';
import { Stage } from './stage.js';
import { toPlane } from './view.js';

/** Commands of the buttons and the outline to the picture. */
export interface CanvasHandle {
  zoom: (factor: number) => void;
  showAll: () => void;
  /** Brings an object into view. */
  show: (key: string) => void;
}

interface Props {
  picture: Picture;
  label: string;
  onSelect: (key: string | null) => void;
  onHover: (key: string | null) => void;
  ref?: Ref<CanvasHandle>;
}

const ZOOM_STEP = 1.4;
const PAN_STEP = 60;
/** A pointer that moved further has dragged, not clicked. */
const CLICK_PIXELS = 4;

const KEYS: Record<string, (stage: Stage) => void> = {
  ArrowLeft: (stage) => stage.pan(PAN_STEP, 0),
  ArrowRight: (stage) => stage.pan(-PAN_STEP, 0),
  ArrowUp: (stage) => stage.pan(0, PAN_STEP),
  ArrowDown: (stage) => stage.pan(0, -PAN_STEP),
  '+': (stage) => stage.zoom(ZOOM_STEP),
  '=': (stage) => stage.zoom(ZOOM_STEP),
  '-': (stage) => stage.zoom(1 / ZOOM_STEP),
  '0': (stage) => stage.showAll(),
};

/** The picture, moved and zoomed by mouse, touch and keys. The view is not React state: a frame is one copy of an image. */
export function FabricCanvas({ picture, label, onSelect, onHover, ref }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage | null>(null);
  const [hasStage, setHasStage] = useState(false);

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d', { alpha: false });
    if (!element || !context) return undefined;
    const made = new Stage(element, context);
    stage.current = made;
    setHasStage(true);
    // React registers wheel listeners as passive: the page would scroll too.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      made.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), { x: event.offsetX, y: event.offsetY });
    };
    element.addEventListener('wheel', wheel, { passive: false });
    const resized = new ResizeObserver(() => made.resized());
    resized.observe(element);
    return () => {
      element.removeEventListener('wheel', wheel);
      resized.disconnect();
      made.end();
      stage.current = null;
    };
  }, []);

  useLayoutEffect(() => {
    if (hasStage) stage.current?.setPicture(picture);
  }, [picture, hasStage]);

  useImperativeHandle(
    ref,
    () => ({
      zoom: (factor) => stage.current?.zoom(factor),
      showAll: () => stage.current?.showAll(),
      show: (key) => stage.current?.show(key),
    }),
    [],
  );

  const { layout } = picture;
  const index = useMemo(() => new HitIndex(layout.boxes), [layout]);
  const hit = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) => {
    const made = stage.current;
    return made ? index.at(...toPlane(made.view, offsetX, offsetY)) : null;
  };
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const dragged = useRef(0);

  return (
    <canvas
      ref={canvas}
      className={styles.canvas}
      tabIndex={0}
      role="img"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onSelect(null);
        const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
        if (!move || !stage.current) return;
        event.preventDefault();
        move(stage.current);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        if (pointers.current.size === 0) dragged.current = 0;
        pointers.current.set(event.pointerId, { x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY });
      }}
      onPointerMove={(event) => {
        const before = pointers.current.get(event.pointerId);
        if (!before) {
          const box = hit(event);
          if (stage.current?.setHovered(box?.key ?? null)) onHover(box?.key ?? null);
          return;
        }
        const at = { x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY };
        const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
        dragged.current += Math.hypot(at.x - before.x, at.y - before.y);
        if (other) {
          const apart = (place: { x: number; y: number }) => Math.hypot(place.x - other.x, place.y - other.y);
          stage.current?.zoom(apart(at) / Math.max(1, apart(before)), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
        } else if (dragged.current > CLICK_PIXELS) stage.current?.pan(at.x - before.x, at.y - before.y);
        pointers.current.set(event.pointerId, at);
      }}
      onPointerUp={(event) => {
        const wasDown = pointers.current.delete(event.pointerId);
        if (wasDown && pointers.current.size === 0 && dragged.current <= CLICK_PIXELS) onSelect(hit(event)?.key ?? null);
      }}
      onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
      onPointerLeave={() => {
        if (stage.current?.setHovered(null)) onHover(null);
      }}
    />
  );
}
