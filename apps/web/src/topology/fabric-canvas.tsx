import { type PointerEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Picture, outline } from './draw.js';
import styles from './fabric-canvas.module.css';
import { HitIndex } from './hit-index.js';
import { StaticLayer } from './static-layer.js';
import { fitted, panned, type Size, showing, toPlane, type View, zoomed } from './view.js';

/** What buttons and the outline do to the picture. */
export interface CanvasHandle {
  zoom: (factor: number) => void;
  showAll: () => void;
  /** Brings a thing into sight. */
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
/** The hand rests: the picture is drawn sharp. */
const REST_MS = 120;
/** A pointer that moved further has dragged, and has not clicked. */
const CLICK_PIXELS = 4;
/** When the first picture of a page was drawn, for whoever measures. */
const FIRST_PICTURE = 'weft-topology-first-picture';

/** The picture, moved and zoomed by mouse, fingers and keys. The view is no state of React: a frame is one copy of an image. */
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
    // React listens to wheels passively: the page would scroll too.
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

  useEffect(() => {
    stage.current?.setHovered(null);
  }, [layout]);

  return (
    <canvas
      ref={canvas}
      className={styles.canvas}
      tabIndex={0}
      role="img"
      aria-label={label}
      onKeyDown={(event) => {
        const moves: Record<string, () => void> = {
          ArrowLeft: () => stage.current?.pan(PAN_STEP, 0),
          ArrowRight: () => stage.current?.pan(-PAN_STEP, 0),
          ArrowUp: () => stage.current?.pan(0, PAN_STEP),
          ArrowDown: () => stage.current?.pan(0, -PAN_STEP),
          '+': () => stage.current?.zoom(ZOOM_STEP),
          '=': () => stage.current?.zoom(ZOOM_STEP),
          '-': () => stage.current?.zoom(1 / ZOOM_STEP),
          '0': () => stage.current?.showAll(),
          Escape: () => onSelect(null),
        };
        const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
        if (!move) return;
        event.preventDefault();
        move();
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

/** The view on a picture, and the frames that show it. */
class Stage {
  view: View = { x: 0, y: 0, scale: 1 };
  private readonly layer = new StaticLayer();
  private picture: Picture | null = null;
  private hovered: string | null = null;
  private size: Size = { width: 0, height: 0 };
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private isAtRest = true;
  private isFitted = true;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
  ) {
    this.resized();
  }

  setPicture(picture: Picture): void {
    const isFirst = this.picture === null;
    const before = this.picture?.layout;
    this.picture = picture;
    // Whoever has not moved sees everything, also what is new.
    if (this.isFitted && before !== picture.layout) this.view = fitted(this.whole, this.size);
    if (isFirst) {
      this.draw();
      performance.mark(FIRST_PICTURE);
    } else this.request();
  }

  /** @returns whether it is another one than before. */
  setHovered(key: string | null): boolean {
    if (this.hovered === key) return false;
    this.hovered = key;
    this.request();
    return true;
  }

  resized(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.size = { width: clientWidth, height: clientHeight };
    [this.canvas.width, this.canvas.height] = [Math.round(clientWidth * this.pixels), Math.round(clientHeight * this.pixels)];
    if (this.isFitted && this.picture) this.view = fitted(this.whole, this.size);
    // At once: a canvas of a new size is empty.
    this.draw();
  }

  pan(dx: number, dy: number): void {
    this.move(panned(this.view, dx, dy, this.size, this.whole));
  }

  zoom(factor: number, at = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    this.move(panned(zoomed(this.view, factor, at), 0, 0, this.size, this.whole));
  }

  showAll(): void {
    this.move(fitted(this.whole, this.size));
    this.isFitted = true;
  }

  show(key: string): void {
    const box = this.picture?.layout.of.get(key);
    if (!box || this.size.width === 0) return;
    const view = showing(box, this.view, this.size);
    if (view !== this.view) this.move(view);
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
  }

  private get whole() {
    const { width = 0, height = 0 } = this.picture?.layout ?? {};
    return { x: 0, y: 0, width, height };
  }
  private get pixels(): number {
    return window.devicePixelRatio;
  }

  private move(view: View): void {
    this.view = view;
    this.isFitted = false;
    this.isAtRest = false;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.isAtRest = true;
      this.request();
    }, REST_MS);
    this.request();
  }

  private request(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    const { picture, pixels } = this;
    if (!picture || this.canvas.width === 0) return;
    const view = { ...this.view, scale: this.view.scale * pixels };
    this.layer.render(this.context, picture, view, { width: this.canvas.width, height: this.canvas.height }, this.isAtRest);
    const hovered = this.hovered === null ? undefined : picture.layout.of.get(this.hovered);
    if (hovered) outline(this.context, hovered, view, picture.theme.text, pixels);
  }
}
