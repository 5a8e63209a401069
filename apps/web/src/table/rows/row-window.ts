import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDensity } from '../../theme/density.js';
import type { Span } from './page-chain.js';
import type { ScrollPace } from './scroll-pace.js';

/** Rows rendered above and below the visible ones, so that a turn of the mouse wheel shows no gap. */
const AROUND = 12;
/** When a scroll event moves more rows than `from`, this many rows are rendered ahead of and behind the visible ones. */
const FAST = { from: 3, ahead: 36, behind: 6 };
/** The window moves in steps of rows, not with every pixel. */
const STEP = 6;
const FIRST: Span = { first: 0, end: 48 };

/**
 * @param top position of the first row relative to the upper edge of the scroll container; negative when scrolled past it
 * @param moved change of `top` since the last call; negative: downwards in the list
 */
export function spanOf(top: number, height: number, rowHeight: number, moved = 0): Span {
  // After a jump the visible rows come first.
  const [above, below] =
    !isFast(moved, rowHeight) || Math.abs(moved) >= 2 * height
      ? [AROUND, AROUND]
      : moved < 0
        ? [FAST.behind, FAST.ahead]
        : [FAST.ahead, FAST.behind];
  const first = Math.max(0, Math.floor((-top / rowHeight - above) / STEP) * STEP);
  const end = Math.max(first, Math.ceil(((height - top) / rowHeight + below) / STEP) * STEP);
  return { first, end };
}

export const isFast = (moved: number, rowHeight: number): boolean => Math.abs(moved) >= FAST.from * rowHeight;

/** Pixels; theme.css has the height in rem for each density. */
export function rowHeight(): number {
  const style = getComputedStyle(document.documentElement);
  return Number.parseFloat(style.getPropertyValue('--weft-row')) * Number.parseFloat(style.fontSize);
}

/** Rows near the visible part. React renders in slices between frames, so scrolling never waits. The page scrolls, not a box: one scroll bar, all keys work. */
export function useRowWindow(body: HTMLElement | null, pace: ScrollPace): Span {
  const [span, setSpan] = useState(FIRST);
  const density = useDensity();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density has rows of another height.
  useLayoutEffect(() => {
    const scroller = body?.closest('main');
    if (!body || !scroller) return;
    let before: number | undefined;
    const look = () => {
      const top = body.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      const [moved, height] = [top - (before ?? top), rowHeight()];
      if (isFast(moved, height)) pace.fast();
      const next = spanOf(top, scroller.clientHeight, height, moved);
      before = top;
      startTransition(() => setSpan((shown) => (shown.first === next.first && shown.end === next.end ? shown : next)));
    };
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [body, density, pace]);
  return span;
}

export type Piece = { index: number } | { gap: number; before: number };

/** Content of the table: the rows of the window, the focused row wherever it is (otherwise it would lose the focus), and gaps. */
export function piecesOf({ first, end }: Span, total: number, focused: number | null): Piece[] {
  const shown = Array.from({ length: Math.max(0, Math.min(end, total) - first) }, (_, at) => first + at);
  const isApart = focused !== null && focused >= 0 && focused < total && (focused < first || focused >= end);
  const indexes = isApart ? [...shown, focused].sort((a, b) => a - b) : shown;
  const pieces: Piece[] = [];
  let next = 0;
  for (const index of indexes) {
    if (index > next) pieces.push({ gap: index - next, before: index });
    pieces.push({ index });
    next = index + 1;
  }
  if (next < total) pieces.push({ gap: total - next, before: total });
  return pieces;
}

/** Scrolls to the top of the table when another list is shown. */
export function useTopOfNew(key: string, body: HTMLElement | null): void {
  const before = useRef(key);
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    const scroller = body?.closest('main');
    const table = body?.closest('table');
    if (!scroller || !table) return;
    const top = table.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    if (top < 0) scroller.scrollTop += top;
  }, [key, body]);
}
