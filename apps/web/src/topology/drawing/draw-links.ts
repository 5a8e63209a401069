import { type FlowLook, UNKNOWN_WIDTH } from '../flow.js';
import type { Box } from '../layout.js';
import type { Link } from '../links.js';
import { outline, type Pen, type Picture } from './picture.js';
import type { View } from './view.js';

export function drawLinks(context: Pen, picture: Picture, view: View): void {
  const { layout, links, looks } = picture;
  const strokeOf = looks ? flowStroke(picture, looks) : stateStroke(picture, view);
  for (const link of looks?.keys() ?? links) {
    const [a, b] = [layout.of.get(link.from), layout.of.get(link.to)];
    if (!a || !b) continue;
    const { colour, alpha, width } = strokeOf(link);
    context.strokeStyle = colour;
    context.globalAlpha = alpha;
    context.lineWidth = width;
    // A link that carries no I/O is dashed.
    context.setLineDash(link.tone === 'bad' ? [4, 3] : []);
    curve(context, a, b, view);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

type StrokeOf = (link: Link) => { colour: string; alpha: number; width: number };

function stateStroke({ links, theme, isFollowing }: Picture, view: View): StrokeOf {
  const most = Math.max(1, ...links.map(({ count }) => count));
  return ({ tone, count }) => {
    const isWell = tone === 'good' || tone === 'idle';
    return {
      colour: isWell ? (isFollowing ? theme.selected : theme.control) : theme.tones[tone],
      alpha: isFollowing ? 0.9 : isWell ? 0.16 + 0.3 * Math.sqrt(count / most) : 0.6,
      width: isFollowing ? 1.25 : 1 + 4 * Math.sqrt(count / most) * Math.min(1, view.scale),
    };
  };
}

/** A failed link keeps the colour of its state. */
function flowStroke({ theme }: Picture, looks: ReadonlyMap<Link, FlowLook>): StrokeOf {
  return (link) => {
    const { width, step } = looks.get(link) ?? { width: UNKNOWN_WIDTH, step: null };
    const known = step === null ? theme.control : (theme.latencies[step] ?? theme.control);
    return { colour: link.tone === 'bad' ? theme.tones.bad : known, alpha: 0.9, width };
  };
}

export function drawEnds(context: Pen, { layout, ends, theme }: Picture, view: View): void {
  for (const [key, tone] of ends) {
    const box = layout.of.get(key);
    if (box)
      outline(context, box, view, tone === 'good' || tone === 'idle' ? theme.selected : theme.tones[tone], view.scale < 0.5 ? 1 : 1.5);
  }
}

/** Starts at the side of each box that faces the other. Networks are as high as the picture, so the line meets them horizontally and follows them. */
function curve(context: Pen, a: Box, b: Box, { x, y, scale }: View): void {
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
export function drawSpans(context: Pen, { layout, links, looks, theme }: Picture, { x, y, scale }: View): void {
  const spans = new Map<Box, [number, number]>();
  for (const { from, to } of links) {
    const [a, b] = [layout.of.get(from), layout.of.get(to)];
    const [network, other] = a?.kind === 'network' ? [a, b] : [b, a];
    if (network?.kind !== 'network' || !other) continue;
    const at = other.y + other.height / 2;
    const [least, most] = spans.get(network) ?? [at, at];
    spans.set(network, [Math.min(least, at), Math.max(most, at)]);
  }
  // With widths by throughput, the network itself has none.
  context.strokeStyle = looks ? theme.control : theme.selected;
  context.globalAlpha = 0.9;
  context.lineWidth = looks ? 1.5 : 2.5;
  for (const [network, [least, most]] of spans) {
    const middle = (network.x + network.width / 2 - x) * scale;
    context.beginPath();
    context.moveTo(middle, (least - y) * scale);
    context.lineTo(middle, (most - y) * scale);
    context.stroke();
  }
  context.globalAlpha = 1;
}
