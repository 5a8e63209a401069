import { shortened } from '../../charts/shortened.js';
import type { Box, BoxKind, Rect } from '../layout.js';
import { drawEnds, drawLinks, drawSpans } from './draw-links.js';
import { onScreen, outline, type Pen, type Picture } from './picture.js';
import { inkOf, type Theme } from './theme.js';
import type { View } from './view.js';

/** Limits in pixels below which an object gets no frame and no label. */
const LEAST_FRAME = 5;
const LEAST_FRAMED_SCALE = 0.2;
const LEAST_FONT = 7;
const LEAST_UPRIGHT = 8;
const FILLED: readonly BoxKind[] = ['node', 'volume', 'nic', 'drive', 'network'];

/** Draws the part of the picture that a view shows, `width` × `height` pixels from the origin of the pen. */
export function draw(context: Pen, picture: Picture, view: View, width: number, height: number): void {
  const { layout, theme } = picture;
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

function drawGrounds(context: Pen, shown: readonly Box[], { theme }: Picture, view: View): void {
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
function drawFills(context: Pen, shown: readonly Box[], { theme, fillOf, marked }: Picture, view: View): void {
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

function drawVolumeFrames(context: Pen, shown: readonly Box[], theme: Theme, marked: Picture['marked'], view: View): void {
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
function drawCrosses(context: Pen, shown: readonly Box[], theme: Theme, fillOf: Picture['fillOf'], view: View): void {
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

function drawLabels(context: Pen, shown: readonly Box[], { theme, marked }: Picture, view: View): void {
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
function drawLabel(context: Pen, box: Box, view: View, isFar: boolean): void {
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
function drawUpright(context: Pen, text: string, x: number, y: number): void {
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  context.textAlign = 'right';
  context.fillText(text, 0, 0);
  context.restore();
}
