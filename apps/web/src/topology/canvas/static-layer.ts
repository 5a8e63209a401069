import { draw } from '../drawing/draw.js';
import type { Picture } from '../drawing/picture.js';
import type { Size, View } from '../drawing/view.js';

/** Margin drawn beyond the window, so that a small move needs no redraw: a fraction of the window's size, on each side. */
const MARGIN = 0.25;
/** A picture stretched by more than this factor is redrawn immediately, not only after the movement has stopped. */
const MOST_STRETCH = 1.6;

/**
 * The last drawn picture, kept as an image: moving and zooming cost one copy per frame, whatever the content. It is redrawn when the view leaves
 * the drawn part, and sharply after the movement has stopped.
 */
export class StaticLayer {
  private readonly canvas = document.createElement('canvas');
  private readonly context = this.canvas.getContext('2d', { alpha: false });
  private drawn: { picture: Picture; view: View } | null = null;

  /** Draws the part of the picture that `view` shows, in device pixels. */
  render(onto: CanvasRenderingContext2D, picture: Picture, view: View, size: Size, isAtRest: boolean): void {
    if (this.isOld(picture, view, size, isAtRest)) this.drawAnew(picture, view, size);
    const { view: of } = this.drawn ?? { view };
    const stretch = view.scale / of.scale;
    onto.setTransform(1, 0, 0, 1, 0, 0);
    onto.imageSmoothingEnabled = stretch < 1;
    if (!this.covers(view, size)) {
      onto.fillStyle = picture.theme.body;
      onto.fillRect(0, 0, size.width, size.height);
    }
    const [left, top] = [(of.x - view.x) * view.scale, (of.y - view.y) * view.scale];
    onto.drawImage(this.canvas, left, top, this.canvas.width * stretch, this.canvas.height * stretch);
  }

  private isOld(picture: Picture, view: View, size: Size, isAtRest: boolean): boolean {
    if (this.drawn?.picture !== picture) return true;
    const stretch = view.scale / this.drawn.view.scale;
    if (isAtRest) return stretch !== 1 || !this.covers(view, size);
    return stretch > MOST_STRETCH || stretch < 1 / MOST_STRETCH || !this.covers(view, size);
  }

  /** Whether the image contains everything that the view shows. */
  private covers(view: View, size: Size): boolean {
    if (!this.drawn) return false;
    const { view: of, picture } = this.drawn;
    const [right, bottom] = [of.x + this.canvas.width / of.scale, of.y + this.canvas.height / of.scale];
    const { layout } = picture;
    return (
      Math.max(0, view.x) >= of.x - 0.5 &&
      Math.max(0, view.y) >= of.y - 0.5 &&
      Math.min(layout.width, view.x + size.width / view.scale) <= right + 0.5 &&
      Math.min(layout.height, view.y + size.height / view.scale) <= bottom + 0.5
    );
  }

  private drawAnew(picture: Picture, view: View, size: Size): void {
    const [wide, high] = [Math.ceil(size.width * (1 + 2 * MARGIN)), Math.ceil(size.height * (1 + 2 * MARGIN))];
    if (this.canvas.width !== wide || this.canvas.height !== high) [this.canvas.width, this.canvas.height] = [wide, high];
    // Aligned to whole pixels of the window, so that the copy is exact when nothing moves.
    const around: View = {
      scale: view.scale,
      x: view.x - Math.round(size.width * MARGIN) / view.scale,
      y: view.y - Math.round(size.height * MARGIN) / view.scale,
    };
    if (this.context) draw(this.context, picture, around, wide, high);
    this.drawn = { picture, view: around };
  }
}
