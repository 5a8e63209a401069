import { shortened } from '../charts/shortened.js';
import type { Tone } from '../ui/marks/mark.js';
import type { Fill } from './colours.js';
import type { Box, BoxKind, Layout, Rect } from './layout.js';
import type { Link } from './links.js';
import { inkOf, type Theme } from './theme.js';
import type { View } from './view.js';

/** The whole picture, whichever part of it is visible. */
export interface Picture {
  layout: Layout;
  theme: Theme;
  fillOf: (box: Box) => Fill;
  links: readonly Link[];
  /** Drives at the ends of the followed paths, and their states. */
  ends: ReadonlyMap<string, Tone>;
  /** Links of the whole fabric are faint, followed links are not. */
  isFollowing: boolean;
  /** Highlighted objects; the others are dimmed. Null: no selection and no search. */
  marked: ReadonlySet<string> | null;
  selected: string | null;
}

/** Limits in pixels below which an object gets no frame and no label. */
const LEAST_FRAME = 5;
const LEAST_FRAMED_SCALE = 0.2;
const LEAST_FONT = 7;
const LEAST_UPRIGHT = 8;
const FILLED: readonly BoxKind[] = ['node', 'volume', 'nic', 'drive', 'network'];

/** Draws the part of the picture that a view shows into a context of `width` × `height` pixels. */
export function draw(context: CanvasRenderingContext2D, picture: Picture, view: View, width: number, height: number): void {
  const { layout, theme } = picture;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = theme.body;
  context.fillRect(0, 0, width, height);
  const inSight = (box: Rect) =>
    (box.x + box.width - view.x) * view.scale >= 0 &&
    (box.y + box.height - view.y) * view.scale >= 0 &&
    (box.x - view.x) * view.scale <= width &&
    (box.y - view.y) * view.scale <= height;
  const shown = layout.boxes.filter(inSight);
  drawGrounds(context, shown, picture, view);
  if (!picture.isFollowing) drawLinks(context, picture, view);
  drawFills(context, shown, picture, view);
  drawLabels(context, shown, picture, view);
  if (picture.isFollowing) {
    drawLinks(context, picture, view);
    drawSpans(context, picture, view);
    drawEnds(context, picture, view);
  }
  const selected = picture.selected === null ? undefined : layout.of.get(picture.selected);
  if (selected) outline(context, selected, view, theme.selected, 2);
}

/** Rounds to whole pixels: edges are sharp, and equal objects look equal. */
const onScreen = (box: Rect, { x, y, scale }: View): [number, number, number, number] => {
  const [left, top] = [Math.round((box.x - x) * scale), Math.round((box.y - y) * scale)];
  return [
    left,
    top,
    Math.max(1, Math.round((box.x + box.width - x) * scale) - left),
    Math.max(1, Math.round((box.y + box.height - y) * scale) - top),
  ];
};

function drawGrounds(context: CanvasRenderingContext2D, shown: readonly Box[], { theme }: Picture, view: View): void {
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  for (const kind of ['area', 'class', 'zone', 'rack', 'node'] as const) {
    context.fillStyle = kind === 'area' || kind === 'rack' || kind === 'class' ? theme.sunken : theme.body;
    context.beginPath();
    for (const box of shown) {
      if (box.kind !== kind) continue;
      const [x, y, width, height] = onScreen(box, view);
      context.rect(x + 0.5, y + 0.5, width - 1, height - 1);
    }
    context.fill();
    if (kind !== 'area' && (kind !== 'node' || view.scale >= LEAST_FRAMED_SCALE)) context.stroke();
  }
}

/** One path per colour: ten thousand colour changes of the context would be slow. */
function drawFills(context: CanvasRenderingContext2D, shown: readonly Box[], { theme, fillOf, marked }: Picture, view: View): void {
  const inks = new Map<string, { colour: string; alpha: number; boxes: Box[] }>();
  for (const box of shown) {
    if (!FILLED.includes(box.kind)) continue;
    const fill = box.kind === 'network' ? 'nothing' : fillOf(box);
    const ink = inkOf(fill, theme);
    const alpha = ink.alpha * (marked === null || marked.has(box.key) ? 1 : 0.35);
    const name = `${ink.colour} ${alpha}`;
    const group = inks.get(name);
    if (group) group.boxes.push(box);
    else inks.set(name, { colour: ink.colour, alpha, boxes: [box] });
  }
  for (const { colour, alpha, boxes } of inks.values()) {
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    context.beginPath();
    for (const box of boxes) {
      const [x, y, width, height] = onScreen(box, view);
      // Nodes contain other boxes, so only an edge shows their state.
      if (box.kind === 'node') context.rect(x, y, Math.max(1, Math.round(2 * view.scale)), height);
      else if (box.kind === 'volume') context.rect(x, y, Math.max(2, Math.round(5 * view.scale)), height);
      else context.rect(x, y, width, height);
    }
    context.fill();
  }
  context.globalAlpha = 1;
  drawVolumeFrames(context, shown, theme, marked, view);
  drawCrosses(context, shown, theme, fillOf, view);
}

function drawVolumeFrames(
  context: CanvasRenderingContext2D,
  shown: readonly Box[],
  theme: Theme,
  marked: Picture['marked'],
  view: View,
): void {
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const box of shown) {
    if (box.kind !== 'volume' || (marked !== null && !marked.has(box.key))) continue;
    const [x, y, width, height] = onScreen(box, view);
    if (height >= LEAST_FRAME) context.rect(x + 0.5, y + 0.5, width - 1, height - 1);
  }
  context.stroke();
}

/** Crosses out failed objects: not everybody can distinguish red and green. */
function drawCrosses(context: CanvasRenderingContext2D, shown: readonly Box[], theme: Theme, fillOf: Picture['fillOf'], view: View): void {
  context.strokeStyle = theme.body;
  context.lineWidth = Math.max(1, view.scale);
  context.beginPath();
  for (const box of shown) {
    if (box.kind !== 'drive' && box.kind !== 'nic') continue;
    const fill = fillOf(box);
    if (typeof fill === 'string' || !('tone' in fill) || fill.tone !== 'bad') continue;
    const [x, y, width, height] = onScreen(box, view);
    if (height < LEAST_FRAME) continue;
    const inset = Math.max(1, width * 0.25);
    context.moveTo(x + inset, y + inset);
    context.lineTo(x + width - inset, y + height - inset);
    context.moveTo(x + width - inset, y + inset);
    context.lineTo(x + inset, y + height - inset);
  }
  context.stroke();
}

const FONT_SIZE: Partial<Record<BoxKind, number>> = { area: 12, class: 10, zone: 10.5, rack: 10, node: 10, volume: 9, network: 10 };
const MOST_FONT = 14;
/** The names of areas and networks are visible at any scale. */
const ALWAYS: readonly BoxKind[] = ['area', 'network'];

function drawLabels(context: CanvasRenderingContext2D, shown: readonly Box[], { theme, marked }: Picture, view: View): void {
  context.textBaseline = 'middle';
  for (const kind of Object.keys(FONT_SIZE) as BoxKind[]) {
    const size = (FONT_SIZE[kind] ?? 10) * view.scale;
    const isFar = size < LEAST_FONT;
    if (isFar && !ALWAYS.includes(kind)) continue;
    context.font = `${kind === 'area' ? 600 : 400} ${isFar ? 11 : Math.min(MOST_FONT, size)}px ${theme.font}`;
    context.fillStyle = kind === 'node' || kind === 'volume' || kind === 'area' ? theme.text : theme.dimmed;
    for (const box of shown) {
      if (box.kind !== kind || box.label === '') continue;
      context.globalAlpha = marked === null || marked.has(box.key) || !FILLED.includes(kind) ? 1 : 0.45;
      drawLabel(context, box, view, isFar);
    }
  }
  context.globalAlpha = 1;
}

/** @param isFar the text of this kind would be too small inside its box */
function drawLabel(context: CanvasRenderingContext2D, box: Box, view: View, isFar: boolean): void {
  const [x, y, width, height] = onScreen(box, view);
  if (box.kind === 'network') {
    // In narrower networks the labels would overlap.
    if (width >= LEAST_UPRIGHT) drawUpright(context, shortened(context, box.label, height - 12), x + width / 2, y + 6);
    return;
  }
  if (isFar) {
    context.fillText(box.label, x, y - 7);
    return;
  }
  const left = x + box.indent * view.scale;
  const room = width - box.indent * view.scale - (box.kind === 'node' ? 11 : 3) * view.scale;
  context.fillText(shortened(context, box.label, room), left, y + Math.min(height / 2, 8.5 * view.scale));
}

/** Draws text downwards from `y`, rotated, because networks are narrow. */
function drawUpright(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  context.textAlign = 'right';
  context.fillText(text, 0, 0);
  context.restore();
}

function drawLinks(context: CanvasRenderingContext2D, { layout, links, theme, isFollowing }: Picture, view: View): void {
  const most = Math.max(1, ...links.map(({ count }) => count));
  for (const { from, to, tone, count } of links) {
    const [a, b] = [layout.of.get(from), layout.of.get(to)];
    if (!a || !b) continue;
    const isWell = tone === 'good' || tone === 'idle';
    context.strokeStyle = isWell ? (isFollowing ? theme.selected : theme.control) : theme.tones[tone];
    context.globalAlpha = isFollowing ? 0.9 : isWell ? 0.16 + 0.3 * Math.sqrt(count / most) : 0.6;
    context.lineWidth = isFollowing ? 1.25 : 1 + 4 * Math.sqrt(count / most) * Math.min(1, view.scale);
    // A link that carries no I/O is dashed.
    context.setLineDash(tone === 'bad' ? [4, 3] : []);
    curve(context, a, b, view);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function drawEnds(context: CanvasRenderingContext2D, { layout, ends, theme }: Picture, view: View): void {
  for (const [key, tone] of ends) {
    const box = layout.of.get(key);
    if (box)
      outline(context, box, view, tone === 'good' || tone === 'idle' ? theme.selected : theme.tones[tone], view.scale < 0.5 ? 1 : 1.5);
  }
}

/** Starts at the side of each box that faces the other. Networks are as high as the picture, so the line meets them horizontally and follows them. */
function curve(context: CanvasRenderingContext2D, a: Box, b: Box, { x, y, scale }: View): void {
  const toRight = a.x + a.width / 2 <= b.x + b.width / 2;
  const side = (box: Box, isRight: boolean) => (box.kind === 'network' ? box.x + box.width / 2 : isRight ? box.x + box.width : box.x) - x;
  const [ax, bx] = [side(a, toRight), side(b, !toRight)];
  const middle = (box: Box) => box.y + (box.kind === 'node' ? Math.min(box.height, 18) : box.height) / 2;
  const [ay, by] = [(a.kind === 'network' ? middle(b) : middle(a)) - y, (b.kind === 'network' ? middle(a) : middle(b)) - y];
  const bend = (bx - ax) / 2;
  context.beginPath();
  context.moveTo(ax * scale, ay * scale);
  context.bezierCurveTo((ax + bend) * scale, ay * scale, (bx - bend) * scale, by * scale, bx * scale, by * scale);
  context.stroke();
}

/** Draws the part of a network between the points where paths enter and leave it. */
function drawSpans(context: CanvasRenderingContext2D, { layout, links, theme }: Picture, { x, y, scale }: View): void {
  const spans = new Map<Box, [number, number]>();
  for (const { from, to } of links) {
    const [a, b] = [layout.of.get(from), layout.of.get(to)];
    const [network, other] = a?.kind === 'network' ? [a, b] : [b, a];
    if (network?.kind !== 'network' || !other) continue;
    const at = other.y + other.height / 2;
    const [least, most] = spans.get(network) ?? [at, at];
    spans.set(network, [Math.min(least, at), Math.max(most, at)]);
  }
  context.strokeStyle = theme.selected;
  context.globalAlpha = 0.9;
  context.lineWidth = 2.5;
  for (const [network, [least, most]] of spans) {
    const middle = (network.x + network.width / 2 - x) * scale;
    context.beginPath();
    context.moveTo(middle, (least - y) * scale);
    context.lineTo(middle, (most - y) * scale);
    context.stroke();
  }
  context.globalAlpha = 1;
}

export function outline(context: CanvasRenderingContext2D, box: Rect, view: View, colour: string, wide: number): void {
  const [x, y, width, height] = onScreen(box, view);
  context.strokeStyle = colour;
  context.lineWidth = wide;
  context.strokeRect(x - wide / 2, y - wide / 2, width + wide, height + wide);
}
