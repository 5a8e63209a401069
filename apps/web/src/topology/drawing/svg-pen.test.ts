import { describe, expect, it } from 'vitest';
import { fillOf } from '../colours.js';
import { fabricOf } from '../fabric.js';
import { layoutOf } from '../layout.js';
import { overall } from '../links.js';
import { node, topology } from '../topologies.fixture.js';
import type { Picture } from './picture.js';
import { drawSheet, type Sheet, sheetLayout } from './sheet.js';
import { escaped, SvgPen } from './svg-pen.js';
import { THEME } from './theme.fixture.js';

const pictureOf = (of: ReturnType<typeof topology>): Picture => {
  const fabric = fabricOf(of);
  return {
    layout: layoutOf(fabric),
    theme: THEME,
    fillOf: fillOf(fabric, 'health', new Map()),
    links: overall(fabric),
    looks: null,
    ends: new Map(),
    isFollowing: false,
    marked: null,
    selected: null,
  };
};
const sheetOf = (of = topology()): Sheet => ({
  picture: pictureOf(of),
  title: 'Weft topology',
  facts: '25 Nov 2026',
  legend: [
    { label: 'healthy', colour: '#0a6640', alpha: 0.4 },
    { label: 'under 1 ms', colour: '#123456', alpha: 1, line: 4 },
  ],
});
const newPen = () => new SvgPen((text) => text.length * 6);
function svgOf(sheet: Sheet): string {
  const pen = newPen();
  const layout = sheetLayout(sheet, pen);
  drawSheet(pen, sheet, layout);
  return pen.document(layout.width, layout.height, sheet.title);
}

describe('SvgPen', () => {
  it('writes shapes, dashes, opacity and rotated text', () => {
    const pen = newPen();
    pen.fillStyle = '#111';
    pen.strokeStyle = '#222';
    pen.beginPath();
    pen.rect(1, 2, 3, 4);
    pen.fill();
    pen.setLineDash([4, 3]);
    pen.globalAlpha = 0.5;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.bezierCurveTo(1, 0, 1, 1, 2, 1);
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
    pen.save();
    pen.translate(10, 20);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = 'right';
    pen.font = '600 12px "Inter", sans-serif';
    pen.fillText('left', 0, 0);
    pen.restore();
    pen.fillText('plain', 0, 0);
    const svg = pen.document(20, 30, 'shapes');
    expect(svg).toContain('<path d="M1 2h3v4h-3z" fill="#111"/>');
    expect(svg).toContain(
      '<path d="M0 0C1 0 1 1 2 1" fill="none" stroke="#222" stroke-width="1" stroke-opacity="0.5" stroke-dasharray="4 3"/>',
    );
    expect(svg).toContain('font-weight="600" text-anchor="end" fill="#111" transform="translate(10 20) rotate(-90)">left</text>');
    expect(svg).toMatch(/<text x="0" y="0" font-family="&quot;Inter&quot;, sans-serif" font-size="12" font-weight="600" fill="#111">plain/);
  });

  it('draws nothing for an empty path', () => {
    const pen = newPen();
    pen.beginPath();
    pen.fill();
    pen.stroke();
    expect(pen.document(1, 1, 't')).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" viewBox="0 0 1 1" role="img"><title>t</title></svg>\n',
    );
  });

  it('escapes text, and replaces characters that XML forbids', () => {
    expect(escaped(`<b a='1' c="2">&`)).toBe('&lt;b a=&apos;1&apos; c=&quot;2&quot;&gt;&amp;');
    expect(escaped('a\u0000\u001bb\ud800c\ufffe😀\n')).toBe('a\ufffd\ufffdb\ufffdc\ufffd😀\n');
  });
});

describe('drawSheet', () => {
  it('writes every name of the picture, its title, facts and legend', () => {
    const svg = svgOf(sheetOf());
    for (const text of ['Weft topology', '25 Nov 2026', 'healthy', 'under 1 ms', 'rack r1', 't1', 'c1', 'orders', 'left'])
      expect(svg).toContain(`>${text}</text>`);
  });

  it('keeps hostile labels as text', () => {
    const svg = svgOf(sheetOf(topology({ nodes: [node('t1', { rack: '"><script>alert(1)</script>' })] })));
    expect(svg).not.toContain('<script');
    expect(svg).toContain('rack &quot;&gt;&lt;script&gt;');
  });

  it('wraps a long legend, and limits the pixels of a large picture', () => {
    const pen = newPen();
    const long = Array.from({ length: 30 }, (_, at) => ({ label: `class number ${at}`, colour: '#000', alpha: 1 }));
    const { places, width } = sheetLayout({ ...sheetOf(), legend: long }, pen);
    expect(new Set(places.map(({ y }) => y)).size).toBeGreaterThan(1);
    for (const [at, { x }] of places.entries()) expect(x + 18 + (long[at]?.label.length ?? 0) * 6).toBeLessThanOrEqual(width);
    const { picture } = sheetOf();
    const large = sheetLayout({ ...sheetOf(), picture: { ...picture, layout: { ...picture.layout, width: 9000, height: 9000 } } }, pen);
    expect(large.width * large.height).toBeLessThan(45_000_000);
  });
});
