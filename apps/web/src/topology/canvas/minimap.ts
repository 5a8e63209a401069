import { draw } from '../drawing/draw.js';
import type { Picture } from '../drawing/picture.js';
import type { Size, View } from '../drawing/view.js';
import { isLarger, type Mini, miniOf, windowOn } from './minimap-geometry.js';

/** The whole picture in small, with the visible window. Its image is drawn once for each picture; a frame copies it. */
export class Minimap {
  private readonly base = document.createElement('canvas');
  private readonly baseContext = this.base.getContext('2d', { alpha: false });
  private drawn: { picture: Picture; pixels: number; mini: Mini } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
  ) {}

  /** @param pixels device pixels per pixel */
  render(picture: Picture, view: View, size: Size, pixels: number): void {
    this.canvas.hidden = !isLarger(picture.layout, view, size);
    if (this.canvas.hidden) return;
    const mini = this.baseOf(picture, pixels);
    const { context } = this;
    context.drawImage(this.base, 0, 0);
    const { x, y, width, height } = windowOn(mini, view, size);
    context.fillStyle = picture.theme.selected;
    context.globalAlpha = 0.12;
    context.fillRect(x * pixels, y * pixels, width * pixels, height * pixels);
    context.globalAlpha = 1;
    context.strokeStyle = picture.theme.selected;
    context.lineWidth = 1.5 * pixels;
    context.strokeRect(x * pixels, y * pixels, width * pixels, height * pixels);
  }

  private baseOf(picture: Picture, pixels: number): Mini {
    if (this.drawn?.picture === picture && this.drawn.pixels === pixels) return this.drawn.mini;
    const mini = miniOf(picture.layout);
    const [width, height] = [Math.round(mini.width * pixels), Math.round(mini.height * pixels)];
    for (const canvas of [this.base, this.canvas]) [canvas.width, canvas.height] = [width, height];
    [this.canvas.style.width, this.canvas.style.height] = [`${mini.width}px`, `${mini.height}px`];
    // Names, links and outlines would hide the objects at this size.
    const boxes = picture.layout.boxes.map((box) => ({ ...box, label: '' }));
    const plain: Picture = {
      ...picture,
      layout: { ...picture.layout, boxes },
      links: [],
      looks: null,
      ends: new Map(),
      isFollowing: false,
      selected: null,
    };
    if (this.baseContext) draw(this.baseContext, plain, { x: 0, y: 0, scale: mini.scale * pixels }, width, height);
    this.drawn = { picture, pixels, mini };
    return mini;
  }
}
