import type { Rect } from '../layout.js';

/** Visible part of the plane: the point at the top left, and pixels per unit. */
export interface View {
  x: number;
  y: number;
  scale: number;
}
export interface Size {
  width: number;
  height: number;
}

const MARGIN = 16;
const LEAST_SCALE = 0.02;
const MOST_SCALE = 8;
/** Limit of the scale when fitting: a small cluster is not enlarged to fill the window. */
const MOST_FITTED = 2;

const between = (least: number, most: number, value: number): number => Math.min(most, Math.max(least, value));

/** View with all of `rect` in the middle. */
export function fitted(rect: Rect, { width, height }: Size, most = MOST_FITTED): View {
  const scale = between(
    LEAST_SCALE,
    most,
    Math.min((width - 2 * MARGIN) / Math.max(1, rect.width), (height - 2 * MARGIN) / Math.max(1, rect.height)),
  );
  return { scale, x: rect.x + rect.width / 2 - width / 2 / scale, y: rect.y + rect.height / 2 - height / 2 / scale };
}

/** View zoomed by a factor; the point `at` (pixels of the window) keeps its content. */
export function zoomed(view: View, factor: number, at: { x: number; y: number }): View {
  const scale = between(LEAST_SCALE, MOST_SCALE, view.scale * factor);
  return { scale, x: view.x + at.x / view.scale - at.x / scale, y: view.y + at.y / view.scale - at.y / scale };
}

/** View moved by pixels; some of the picture always stays in the window. */
export function panned(view: View, dx: number, dy: number, size: Size, picture: Size): View {
  const keep = 80 / view.scale;
  return {
    scale: view.scale,
    x: between(keep - size.width / view.scale, picture.width - keep, view.x - dx / view.scale),
    y: between(keep - size.height / view.scale, picture.height - keep, view.y - dy / view.scale),
  };
}

/** View with `rect` in the middle at a readable size; unchanged if it is already visible and readable. */
export function showing(rect: Rect, view: View, size: Size): View {
  const readable = view.scale >= 0.6;
  const [left, top] = [(rect.x - view.x) * view.scale, (rect.y - view.y) * view.scale];
  const inSight = left >= 0 && top >= 0 && left + rect.width * view.scale <= size.width && top + rect.height * view.scale <= size.height;
  if (readable && inSight) return view;
  const fit = fitted(rect, size, Math.max(1.4, view.scale));
  return fit;
}

export const toPlane = (view: View, x: number, y: number): [number, number] => [view.x + x / view.scale, view.y + y / view.scale];
