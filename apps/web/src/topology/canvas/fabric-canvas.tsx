import { type PointerEvent, type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Picture } from '../drawing/picture.js';
import { toPlane } from '../drawing/view.js';
import styles from './fabric-canvas.module.css';
import { HitIndex } from './hit-index.js';
import { Minimap } from './minimap.js';
import { Stage } from './stage.js';

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

/** The stage of the canvas, from its first layout to its end. It shows the newest picture. */
function useStage(
  canvas: RefObject<HTMLCanvasElement | null>,
  small: RefObject<HTMLCanvasElement | null>,
  picture: Picture,
): RefObject<Stage | null> {
  const stage = useRef<Stage | null>(null);
  const [hasStage, setHasStage] = useState(false);

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d', { alpha: false });
    if (!element || !context) return undefined;
    const smallContext = small.current?.getContext('2d', { alpha: false });
    const made = new Stage(element, context, small.current && smallContext ? new Minimap(small.current, smallContext) : null);
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
  }, [canvas, small]);

  useLayoutEffect(() => {
    if (hasStage) stage.current?.setPicture(picture);
  }, [picture, hasStage]);
  return stage;
}

interface Place {
  x: number;
  y: number;
}

/** Listeners for mouse and touch: a click selects, one pointer drags, two zoom. */
function usePointers(stage: RefObject<Stage | null>, picture: Picture, { onSelect, onHover }: Pick<Props, 'onSelect' | 'onHover'>) {
  const { layout } = picture;
  const index = useMemo(() => new HitIndex(layout.boxes), [layout]);
  const pointers = useRef(new Map<number, Place>());
  const dragged = useRef(0);
  const hit = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) => {
    const made = stage.current;
    return made ? index.at(...toPlane(made.view, offsetX, offsetY)) : null;
  };
  const hover = (key: string | null) => {
    if (stage.current?.setHovered(key)) onHover(key);
  };
  const drag = (id: number, before: Place, at: Place) => {
    const [other] = [...pointers.current].filter(([each]) => each !== id).map(([, place]) => place);
    dragged.current += Math.hypot(at.x - before.x, at.y - before.y);
    if (other) {
      const apart = (place: Place) => Math.hypot(place.x - other.x, place.y - other.y);
      stage.current?.zoom(apart(at) / Math.max(1, apart(before)), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    } else if (dragged.current > CLICK_PIXELS) stage.current?.pan(at.x - before.x, at.y - before.y);
    pointers.current.set(id, at);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (pointers.current.size === 0) dragged.current = 0;
      pointers.current.set(event.pointerId, { x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY });
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId);
      if (before) drag(event.pointerId, before, { x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY });
      else hover(hit(event)?.key ?? null);
    },
    onPointerUp: (event: PointerEvent) => {
      const wasDown = pointers.current.delete(event.pointerId);
      if (wasDown && pointers.current.size === 0 && dragged.current <= CLICK_PIXELS) onSelect(hit(event)?.key ?? null);
    },
    onPointerCancel: (event: PointerEvent) => {
      pointers.current.delete(event.pointerId);
    },
    onPointerLeave: () => hover(null),
  };
}

/** The picture, moved and zoomed by mouse, touch and keys. The view is not React state: a frame is one copy of an image. */
export function FabricCanvas({ picture, label, onSelect, onHover, ref }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const small = useRef<HTMLCanvasElement>(null);
  const stage = useStage(canvas, small, picture);
  const pointers = usePointers(stage, picture, { onSelect, onHover });

  useImperativeHandle(
    ref,
    () => ({
      zoom: (factor) => stage.current?.zoom(factor),
      showAll: () => stage.current?.showAll(),
      show: (key) => stage.current?.show(key),
    }),
    [stage],
  );

  return (
    <>
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
        {...pointers}
      />
      <canvas
        ref={small}
        hidden
        aria-hidden
        className={styles.minimap}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          stage.current?.moveTo({ x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY });
        }}
        onPointerMove={({ buttons, nativeEvent: { offsetX, offsetY } }) => {
          if (buttons === 1) stage.current?.moveTo({ x: offsetX, y: offsetY });
        }}
      />
    </>
  );
}
