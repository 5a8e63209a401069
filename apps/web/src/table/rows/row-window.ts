import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Span } from './page-chain.js';

/** Rows above and below what is seen: a wheel's turn shows no gap. */
const AROUND = 12;
/** From so many rows a frame on, rows that come are made so much earlier, and those that went leave earlier. */
const FAST = { from: 3, ahead: 36, behind: 6 };
/** The window moves in steps: not every pixel is a new one. */
const STEP = 6;
const FIRST: Span = { first: 0, end: 48 };

/**
 * @param top of the first row, from the upper edge of what scrolls; negative when it is scrolled past
 * @param moved of it since the look before; negative: downwards in the list
 */
export function spanOf(top: number, height: number, rowHeight: number, moved = 0): Span {
  const distance = Math.abs(moved);
  // After a jump what is seen comes first.
  const isFast = distance >= FAST.from * rowHeight && distance < 2 * height;
  const [above, below] = !isFast ? [AROUND, AROUND] : moved < 0 ? [FAST.behind, FAST.ahead] : [FAST.ahead, FAST.behind];
  const first = Math.max(0, Math.floor((-top / rowHeight - above) / STEP) * STEP);
  const end = Math.max(first, Math.ceil(((height - top) / rowHeight + below) / STEP) * STEP);
  return { first, end };
}

export const rowHeight = (): number => 2 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Which rows of a table can be seen where its page is scrolled to; rows follow in slices between frames, so that scrolling never waits for them. The page scrolls, and not a box in it: one scroll bar, and all keys of the browser work. */
export function useRowWindow(body: HTMLElement | null): Span {
  const [span, setSpan] = useState(FIRST);
  useLayoutEffect(() => {
    const scroller = body?.closest('main');
    if (!body || !scroller) return;
    let before: number | undefined;
    const look = () => {
      const top = body.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      const next = spanOf(top, scroller.clientHeight, rowHeight(), top - (before ?? top));
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
  }, [body]);
  return span;
}

export type Piece = { index: number } | { gap: number; before: number };

/** What stands in the table: the rows of the window, the one that has the focus wherever it is, or it would be lost, and the gaps between. */
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

/** Another list is shown from its top. */
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
