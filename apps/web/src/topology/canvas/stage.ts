import { outline, type Picture } from '../drawing/picture.js';
import { fitted, panned, type Size, showing, type View, zoomed } from '../drawing/view.js';
import type { Minimap } from './minimap.js';
import { centredAt, miniOf } from './minimap-geometry.js';
import { StaticLayer } from './static-layer.js';

/** After this pause without movement, the picture is redrawn sharply. */
const REST_MS = 120;
/** Performance mark of the first picture of a page, for measurements. */
const FIRST_PICTURE = 'weft-topology-first-picture';

/** The view of a picture, and the frames that draw it. */
export class Stage {
  view: View = { x: 0, y: 0, scale: 1 };
  private readonly layer = new StaticLayer();
  private picture: Picture | null = null;
  private hovered: string | null = null;
  private size: Size = { width: 0, height: 0 };
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private isAtRest = true;
  private isFitted = true;
  /** Key to show that was set before there was a picture. */
  private wanted: string | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
    private readonly minimap: Minimap | null,
  ) {
    this.resized();
  }

  setPicture(picture: Picture): void {
    const isFirst = this.picture === null;
    const before = this.picture?.layout;
    this.picture = picture;
    // As long as the user has not moved the view, it shows everything, including new objects.
    if (this.isFitted && before !== picture.layout) this.view = fitted(this.whole, this.size);
    if (this.wanted !== null) this.show(this.wanted);
    this.wanted = null;
    if (isFirst) {
      this.draw();
      performance.mark(FIRST_PICTURE);
    } else this.request();
  }

  /** @returns whether the hovered object has changed. */
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
    // Draws immediately, because a resized canvas is empty.
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
    if (!this.picture) this.wanted = key;
    const box = this.picture?.layout.of.get(key);
    if (!box || this.size.width === 0) return;
    const view = showing(box, this.view, this.size);
    if (view !== this.view) this.move(view);
  }

  /** Moves to a point of the minimap, in its pixels. */
  moveTo(at: { x: number; y: number }): void {
    this.move(centredAt(at, miniOf(this.whole), this.view, this.size, this.whole));
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
    this.minimap?.render(picture, this.view, this.size, pixels);
  }
}
