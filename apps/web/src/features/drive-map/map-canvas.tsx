import { useComputedColorScheme } from '@mantine/core';
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { readPalette } from '../../charts/palette.js';
import { shortened } from '../../charts/shortened.js';
import { brushedRange, type MapRow } from './brush.js';
import styles from './drive-map.module.css';
import { driveAt, LABELS, type MapLayout, mapLayout } from './map-layout.js';
import type { MapSearch, MeasureName } from './map-search.js';
import { levelCount, levelOf } from './measures.js';

interface Props {
  rows: readonly MapRow[];
  by: MeasureName;
  /** Whether each row is in the brush. */
  isBrushed: readonly boolean[];
  search: MapSearch;
  label: string;
  onHover: (row: MapRow | null) => void;
  /** Null: removes the brush. */
  onBrush: (range: { first: string; last: string } | null) => void;
}

/** Height of the rest of the page. */
const AROUND_PX = 330;
const FONT = '10px Inter, system-ui, "Segoe UI", "Liberation Sans", sans-serif';

/** Every drive as a cell. The table below has the same data as text; users without a pointer brush by the levels. */
export function MapCanvas({ rows, by, isBrushed, search, label, onHover, onBrush }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 1000, height: 500 });
  /** Start and end of the drag, while the pointer is down. */
  const [drag, setDrag] = useState<[number, number] | null>(null);
  const scheme = useComputedColorScheme('light');
  const layout = useMemo(() => mapLayout(rows, size.width, size.height), [rows, size]);

  useLayoutEffect(() => {
    const frame = canvas.current?.parentElement;
    if (!frame) return;
    const look = () => setSize({ width: frame.clientWidth, height: Math.max(280, window.innerHeight - AROUND_PX) });
    look();
    const resized = new ResizeObserver(look);
    resized.observe(frame);
    return () => resized.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours.
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !canvas.current) return;
    const ratio = window.devicePixelRatio;
    canvas.current.width = Math.round(size.width * ratio);
    canvas.current.height = Math.round(layout.height * ratio);
    context.scale(ratio, ratio);
    const range = drag ?? brushedRange(rows, search);
    const isIn = drag ? (at: number) => at >= Math.min(...drag) && at <= Math.max(...drag) : (at: number) => isBrushed[at] === true;
    draw(context, layout, rows, by, range === null && isBrushed.every(Boolean) ? () => true : isIn);
  }, [layout, rows, by, isBrushed, drag, scheme]);

  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return driveAt(layout, event.clientX - box.left, event.clientY - box.top);
  };
  return (
    <div className={styles.frame}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label={label}
        style={{ height: layout.height }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const place = at(event);
          setDrag(place === null ? null : [place, place]);
          if (place === null) onBrush(null);
        }}
        onPointerMove={(event) => {
          const place = at(event);
          onHover(place === null ? null : (rows[place] ?? null));
          if (drag && place !== null && place !== drag[1]) setDrag([drag[0], place]);
        }}
        onPointerUp={() => {
          const [first, last] = drag ? [rows[drag[0]], rows[drag[1]]] : [];
          setDrag(null);
          if (first && last) onBrush({ first: first.id, last: last.id });
        }}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => onHover(null)}
      />
    </div>
  );
}

function draw(
  context: CanvasRenderingContext2D,
  { cell, blocks, cells }: MapLayout,
  rows: readonly MapRow[],
  by: MeasureName,
  isIn: (at: number) => boolean,
): void {
  const palette = readPalette();
  const colour = palette.series[0] ?? palette.text;
  const edge = cell - 1;
  const top = levelCount(by) - 1;
  context.font = FONT;
  context.textBaseline = 'top';
  context.fillStyle = palette.text;
  for (const { rack, node, x, y, room } of blocks) {
    if (rack !== null) context.fillText(shortened(context, rack, room.rack), x, y);
    context.fillText(shortened(context, node, room.node), x, y + LABELS / 2);
  }
  context.lineWidth = 1;
  cells.forEach(({ x, y }, at) => {
    const row = rows[at];
    if (!row) return;
    const level = levelOf(by, row);
    context.globalAlpha = isIn(at) ? 1 : 0.25;
    context.strokeStyle = palette.text;
    if (level === null) {
      // A missing value gets no colour: an empty cell is not a low value.
      context.strokeRect(x + 0.5, y + 0.5, edge - 1, edge - 1);
    } else {
      context.fillStyle = palette.ground;
      context.fillRect(x, y, edge, edge);
      context.fillStyle = colour;
      context.globalAlpha = (isIn(at) ? 1 : 0.2) * (0.12 + (0.88 * level) / top);
      context.fillRect(x, y, edge, edge);
    }
    if (row.state !== 'missing') return;
    context.globalAlpha = 1;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + edge, y + edge);
    context.moveTo(x + edge, y);
    context.lineTo(x, y + edge);
    context.stroke();
  });
  context.globalAlpha = 1;
}
