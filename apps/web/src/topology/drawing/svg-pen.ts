import type { Pen } from './picture.js';

/** Width of a text in pixels; `font` as in CSS. */
type Measure = (text: string, font: string) => number;

/** Two decimals are finer than a pixel. */
const short = (value: number): string => String(Math.round(value * 100) / 100);

/** Characters of XML 1.0 (its section 2.2). Others are forbidden even escaped; names in the picture may come from firmware. */
const isAllowed = (code: number): boolean =>
  code === 0x09 || code === 0x0a || code === 0x0d || (code >= 0x20 && code < 0xd800) || (code >= 0xe000 && code < 0xfffe) || code > 0xffff;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text for an element or attribute of XML. */
export const escaped = (text: string): string =>
  Array.from(text, (each) => (isAllowed(each.codePointAt(0) ?? 0) ? (ESCAPES[each] ?? each) : '\ufffd')).join('');

/** Writes what is drawn as SVG 1.1. */
export class SvgPen implements Pen {
  fillStyle = '#000';
  strokeStyle = '#000';
  lineWidth = 1;
  globalAlpha = 1;
  font = '10px sans-serif';
  textAlign: CanvasTextAlign = 'left';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  private readonly parts: string[] = [];
  private readonly kept: { textAlign: CanvasTextAlign; transform: string }[] = [];
  private path = '';
  private dash = '';
  private transform = '';

  constructor(private readonly measure: Measure) {}

  beginPath(): void {
    this.path = '';
  }
  moveTo(x: number, y: number): void {
    this.path += `M${short(x)} ${short(y)}`;
  }
  lineTo(x: number, y: number): void {
    this.path += `L${short(x)} ${short(y)}`;
  }
  bezierCurveTo(...points: [x1: number, y1: number, x2: number, y2: number, x: number, y: number]): void {
    this.path += `C${points.map(short).join(' ')}`;
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`;
  }

  fill(): void {
    if (this.path !== '') this.add('path', { d: this.path, ...this.filled });
  }
  stroke(): void {
    if (this.path !== '') this.add('path', { d: this.path, ...this.stroked });
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.add('rect', { ...placed(x, y, width, height), ...this.filled });
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    this.add('rect', { ...placed(x, y, width, height), ...this.stroked });
  }

  fillText(text: string, x: number, y: number): void {
    const [, weight = '400', size = '10', family = 'sans-serif'] = /^(?:(\d+) )?([\d.]+)px (.+)$/.exec(this.font) ?? [];
    const attributes = {
      x: short(x),
      y: short(y),
      // Not every reader of SVG knows dominant-baseline.
      dy: this.textBaseline === 'middle' ? '0.35em' : '',
      'font-family': family,
      'font-size': short(Number(size)),
      'font-weight': weight === '400' ? '' : weight,
      'text-anchor': this.textAlign === 'right' ? 'end' : '',
      ...this.filled,
    };
    this.add('text', attributes, text);
  }
  measureText(text: string): { width: number } {
    return { width: this.measure(text, this.font) };
  }

  setLineDash(lengths: number[]): void {
    this.dash = lengths.join(' ');
  }
  save(): void {
    this.kept.push({ textAlign: this.textAlign, transform: this.transform });
  }
  restore(): void {
    Object.assign(this, this.kept.pop());
  }
  translate(x: number, y: number): void {
    this.transform += ` translate(${short(x)} ${short(y)})`;
  }
  rotate(angle: number): void {
    this.transform += ` rotate(${short((angle * 180) / Math.PI)})`;
  }

  /** The document. @param title its accessible name */
  document(width: number, height: number, title: string): string {
    const size = `width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${escaped(title)}</title>${this.parts.join('')}</svg>\n`;
  }

  private get filled() {
    return { fill: this.fillStyle, 'fill-opacity': this.opacity };
  }
  private get stroked() {
    return {
      fill: 'none',
      stroke: this.strokeStyle,
      'stroke-width': short(this.lineWidth),
      'stroke-opacity': this.opacity,
      'stroke-dasharray': this.dash,
    };
  }
  private get opacity(): string {
    return this.globalAlpha === 1 ? '' : short(this.globalAlpha);
  }

  /** Attributes that are empty are left out. */
  private add(name: string, attributes: Record<string, string>, text?: string): void {
    const all = Object.entries({ ...attributes, transform: this.transform.trim() }).filter(([, value]) => value !== '');
    const start = `<${name} ${all.map(([key, value]) => `${key}="${escaped(value)}"`).join(' ')}`;
    this.parts.push(text === undefined ? `${start}/>` : `${start}>${escaped(text)}</${name}>`);
  }
}

const placed = (x: number, y: number, width: number, height: number) => ({
  x: short(x),
  y: short(y),
  width: short(width),
  height: short(height),
});
