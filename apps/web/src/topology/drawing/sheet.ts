import { draw } from './draw.js';
import type { Pen, Picture } from './picture.js';
import type { Size } from './view.js';

/** A picture to keep or to send: the whole picture, with title, facts and legend, because nothing else explains it there. */
export interface Sheet {
  picture: Picture;
  title: string;
  /** Time, colours, and what else limits the picture. */
  facts: string;
  legend: readonly LegendEntry[];
}
export interface LegendEntry {
  label: string;
  colour: string;
  alpha: number;
  /** A line of this width in pixels; absent: a square. */
  line?: number;
}

const MARGIN = 20;
const HEAD = 48;
const ROW = 20;
const LEAST_WIDTH = 720;
const SWATCH = 12;
const BETWEEN = 20;
/** At this scale, every label is readable. */
const USUAL_SCALE = 2;
/** Browsers refuse larger canvases, or take a gigabyte for them. */
const MOST_PIXELS = 40_000_000;

/** Size of the sheet in pixels, pixels per unit of the layout, and where each legend entry stands. */
interface SheetLayout extends Size {
  scale: number;
  places: readonly { x: number; y: number }[];
}

export function sheetLayout({ picture: { layout, theme }, legend }: Sheet, pen: Pen): SheetLayout {
  const scale = Math.min(USUAL_SCALE, Math.sqrt(MOST_PIXELS / Math.max(1, layout.width * layout.height)));
  const width = Math.ceil(Math.max(LEAST_WIDTH, layout.width * scale + 2 * MARGIN));
  const top = HEAD + Math.ceil(layout.height * scale) + MARGIN;
  pen.font = `400 12px ${theme.font}`;
  let [x, y] = [MARGIN, top];
  const places = legend.map(({ label }) => {
    const wide = SWATCH + 6 + pen.measureText(label).width;
    if (x > MARGIN && x + wide > width - MARGIN) [x, y] = [MARGIN, y + ROW];
    const place = { x, y };
    x += wide + BETWEEN;
    return place;
  });
  return { scale, width, height: y + ROW + MARGIN, places };
}

export function drawSheet(pen: Pen, sheet: Sheet, { scale, width, height, places }: SheetLayout): void {
  const { picture, title, facts, legend } = sheet;
  const { layout, theme } = picture;
  pen.globalAlpha = 1;
  pen.fillStyle = theme.body;
  pen.fillRect(0, 0, width, height);
  pen.save();
  pen.translate(MARGIN, HEAD);
  draw(pen, picture, { x: 0, y: 0, scale }, Math.ceil(layout.width * scale), Math.ceil(layout.height * scale));
  pen.restore();
  pen.textBaseline = 'middle';
  pen.fillStyle = theme.text;
  pen.font = `600 14px ${theme.font}`;
  pen.fillText(title, MARGIN, 18);
  pen.font = `400 12px ${theme.font}`;
  pen.fillStyle = theme.dimmed;
  pen.fillText(facts, MARGIN, 36);
  for (const [index, { label, colour, alpha, line }] of legend.entries()) {
    const { x, y } = places[index] ?? { x: 0, y: 0 };
    const thick = line ?? SWATCH;
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    pen.fillRect(x, y + (ROW - thick) / 2, SWATCH, thick);
    pen.globalAlpha = 1;
    pen.fillStyle = theme.text;
    pen.fillText(label, x + SWATCH + 6, y + ROW / 2);
  }
}
