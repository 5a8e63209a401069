import { panned, type Size, type View } from '../drawing/view.js';
import type { Rect } from '../layout.js';

/** Limits of the minimap in pixels. */
const MOST: Size = { width: 180, height: 130 };

/** The size of the minimap, and its pixels per unit of the layout. */
export interface Mini extends Size {
  scale: number;
}

export function miniOf({ width, height }: Size): Mini {
  const scale = Math.min(MOST.width / Math.max(1, width), MOST.height / Math.max(1, height));
  return { scale, width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Whether some of the picture is outside of the window. Rounding hides less than a pixel. */
export const isLarger = (picture: Size, { x, y, scale }: View, size: Size): boolean =>
  x * scale > 1 || y * scale > 1 || (picture.width - x) * scale > size.width + 1 || (picture.height - y) * scale > size.height + 1;

/** The visible part of the picture, in pixels of the minimap. */
export function windowOn({ scale, width, height }: Mini, view: View, size: Size): Rect {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const [left, top] = [within(view.x * scale, width), within(view.y * scale, height)];
  const right = within((view.x + size.width / view.scale) * scale, width);
  const bottom = within((view.y + size.height / view.scale) * scale, height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The view with a point of the minimap in its middle. */
export function centredAt(at: { x: number; y: number }, mini: Mini, view: View, size: Size, picture: Size): View {
  const middle = { x: at.x / mini.scale, y: at.y / mini.scale };
  return panned(
    { scale: view.scale, x: middle.x - size.width / 2 / view.scale, y: middle.y - size.height / 2 / view.scale },
    0,
    0,
    size,
    picture,
  );
}
