/// <reference lib="dom" />
import type { Page } from '@playwright/test';

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The visible part of one line of text. */
interface Shown extends Edges {
  text: string;
  /** Numbers of its element and of all elements around it, innermost first. */
  elements: number[];
  /** It stays fixed while the rest scrolls. */
  isFixed: boolean;
}

/**
 * Finds unreadable layout on a page or in its open dialog: a page that scrolls sideways, cut-off text without a title, text outside the window,
 * and overlapping text. An element that scrolls by itself (a wide table) may be wider than its frame.
 */
export async function misLaid(page: Page): Promise<string[]> {
  const sideways = await page.evaluate(sidewaysScrolls);
  const { problems, texts } = await page.evaluate(readTexts);
  return [...new Set([...sideways, ...problems, ...overlaps(texts)])];
}

/** Runs in the page, so it uses nothing from outside. */
const sidewaysScrolls = (): string[] =>
  [document.scrollingElement, document.querySelector('main')].flatMap((each) =>
    each && each.scrollWidth > each.clientWidth + 1
      ? [`${each.tagName} scrolls sideways: ${each.scrollWidth} px of ${each.clientWidth} px`]
      : [],
  );

/** Runs in the page, so it uses nothing from outside but types. */
const readTexts = (): { problems: string[]; texts: Shown[] } => {
  const problems: string[] = [];
  const SLACK = 1.5;
  const numbers = new Map<Element, number>();
  const numberOf = (element: Element): number => {
    const number = numbers.get(element) ?? numbers.size;
    numbers.set(element, number);
    return number;
  };
  const ancestors = (element: Element): Element[] => (element.parentElement ? [element, ...ancestors(element.parentElement)] : [element]);
  const within = (box: Edges, frame: Edges): Edges => ({
    left: Math.max(box.left, frame.left),
    right: Math.min(box.right, frame.right),
    top: Math.max(box.top, frame.top),
    bottom: Math.min(box.bottom, frame.bottom),
  });
  const isNothing = ({ left, right, top, bottom }: Edges) => right - left < 2 || bottom - top < 2;

  /** A cell of a list shows its cut-off text in a title when the pointer is on it. */
  const isTold = (element: Element): boolean => {
    element.closest('td, th')?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    return ancestors(element).some((each) => each.hasAttribute('title') && each.getAttribute('title') !== '');
  };

  const shownOf = (text: string, element: Element, rect: Edges): Shown[] => {
    const around = ancestors(element).map((each) => ({ each, style: getComputedStyle(each) }));
    const fixedAt = around.findIndex(({ style }) => style.position === 'fixed');
    const frames = fixedAt < 0 ? around : around.slice(0, fixedAt + 1);
    // Text for screen readers only.
    if (frames.some(({ style }) => style.clipPath !== 'none')) return [];
    let shown: Edges = within(rect, rect);
    let [isCut, scrolls] = [false, false];
    for (const { each, style } of frames.filter(({ style }) => style.overflowX !== 'visible' || style.overflowY !== 'visible')) {
      const frame = each.getBoundingClientRect();
      const isOver = shown.right > frame.right + SLACK || shown.left < frame.left - SLACK;
      if (['auto', 'scroll'].includes(style.overflowX)) scrolls ||= isOver;
      else isCut ||= isOver && !scrolls;
      shown = within(shown, frame);
    }
    if (isNothing(shown)) return [];
    if (isCut && !isTold(element)) problems.push(`cut off: "${text}"`);
    if (shown.right > innerWidth + SLACK) problems.push(`out of the window: "${text}"`);
    const isFixed = frames.some(({ style }) => ['fixed', 'sticky'].includes(style.position));
    return [{ ...shown, text, isFixed, elements: around.map(({ each }) => numberOf(each)) }];
  };

  const texts: Shown[] = [];
  const walker = document.createTreeWalker(document.querySelector('[role=dialog]') ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    const element = node.parentElement;
    if (text === '' || !element || element.matches('script, style, option, noscript, details:not([open])')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) if (!isNothing(rect)) texts.push(...shownOf(text, element, rect));
  }
  return { problems, texts };
};

/** Elements that stay fixed while the rest scrolls overlap it on purpose. */
function overlaps(texts: readonly Shown[]): string[] {
  const sorted = texts.toSorted((one, other) => one.top - other.top);
  return sorted.flatMap((one, at) => {
    const below = sorted.slice(at + 1);
    const end = below.findIndex(({ top }) => top > one.bottom);
    return below
      .slice(0, end < 0 ? undefined : end)
      .filter((other) => isOver(one, other) && one.isFixed === other.isFixed && !isPartOf(one, other) && !isPartOf(other, one))
      .map((other) => `upon each other: "${one.text}" and "${other.text}"`);
  });
}

const isOver = (one: Edges, other: Edges): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;

/** True if the element of `inner` is that of `outer`, or in it. */
const isPartOf = (inner: Shown, outer: Shown): boolean => outer.elements[0] !== undefined && inner.elements.includes(outer.elements[0]);
