import type { Tone } from '../../ui/marks/mark.js';
import type { Fill } from '../colours.js';
import type { FlowLook } from '../flow.js';
import type { Box, Layout, Rect } from '../layout.js';
import type { Link } from '../links.js';
import type { Theme } from './theme.js';
import type { View } from './view.js';

/** What a picture is drawn with: a canvas, or an SVG writer. */
export interface Pen
  extends Pick<
    CanvasRenderingContext2D,
    | 'globalAlpha'
    | 'lineWidth'
    | 'font'
    | 'textAlign'
    | 'textBaseline'
    | 'beginPath'
    | 'moveTo'
    | 'lineTo'
    | 'bezierCurveTo'
    | 'rect'
    | 'stroke'
    | 'fillRect'
    | 'strokeRect'
    | 'setLineDash'
    | 'save'
    | 'restore'
    | 'translate'
    | 'rotate'
  > {
  fillStyle: CanvasRenderingContext2D['fillStyle'];
  strokeStyle: CanvasRenderingContext2D['strokeStyle'];
  fill: () => void;
  fillText: (text: string, x: number, y: number) => void;
  measureText: (text: string) => { width: number };
}

/** The whole picture, whichever part of it is visible. */
export interface Picture {
  layout: Layout;
  theme: Theme;
  fillOf: (box: Box) => Fill;
  links: readonly Link[];
  /** Width and colour of links by their I/O, in the order of drawing. Null: links show their state. */
  looks: ReadonlyMap<Link, FlowLook> | null;
  /** Drives at the ends of the followed paths, and their states. */
  ends: ReadonlyMap<string, Tone>;
  /** Links of the whole fabric are faint, followed links are not. */
  isFollowing: boolean;
  /** Highlighted objects; the others are dimmed. Null: no selection and no search. */
  marked: ReadonlySet<string> | null;
  selected: string | null;
}

/** Rounds to whole pixels: edges are sharp, and equal objects look equal. */
export const onScreen = (box: Rect, { x, y, scale }: View): [number, number, number, number] => {
  const [left, top] = [Math.round((box.x - x) * scale), Math.round((box.y - y) * scale)];
  return [
    left,
    top,
    Math.max(1, Math.round((box.x + box.width - x) * scale) - left),
    Math.max(1, Math.round((box.y + box.height - y) * scale) - top),
  ];
};

export function outline(context: Pen, box: Rect, view: View, colour: string, wide: number): void {
  const [x, y, width, height] = onScreen(box, view);
  context.strokeStyle = colour;
  context.lineWidth = wide;
  context.strokeRect(x - wide / 2, y - wide / 2, width + wide, height + wide);
}
