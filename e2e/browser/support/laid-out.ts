/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/**
 * Finds unreadable layout on a page or in its open dialog: a page that scrolls sideways, cut-off text without a title, text outside the window,
 * and overlapping text. An element that scrolls by itself (a wide table) may be wider than its frame.
 */
export const misLaid = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Edges {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    interface Shown extends Edges {
      text: string;
      element: Element;
    }
    const found: string[] = [];
    const SLACK = 1.5;
    const ancestors = (element: Element): Element[] => (element.parentElement ? [element, ...ancestors(element.parentElement)] : [element]);
    const within = (box: Edges, frame: Edges): Edges => ({
      left: Math.max(box.left, frame.left),
      right: Math.min(box.right, frame.right),
      top: Math.max(box.top, frame.top),
      bottom: Math.min(box.bottom, frame.bottom),
    });
    const isNothing = ({ left, right, top, bottom }: Edges) => right - left < 2 || bottom - top < 2;

    for (const each of [document.scrollingElement, document.querySelector('main')])
      if (each && each.scrollWidth > each.clientWidth + 1)
        found.push(`${each.tagName} scrolls sideways: ${each.scrollWidth} px of ${each.clientWidth} px`);

    /** A cell of a list shows its cut-off text in a title when the pointer is on it. */
    const isTold = (element: Element): boolean => {
      element.closest('td, th')?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      return ancestors(element).some((each) => each.hasAttribute('title') && each.getAttribute('title') !== '');
    };

    /** The visible part of one line of text, or null. */
    const shownOf = (text: string, element: Element, rect: Edges): Shown | null => {
      let shown: Edges = within(rect, rect);
      let isCut = false;
      let scrolls = false;
      for (const each of ancestors(element)) {
        const { overflowX, overflowY, clipPath, position } = getComputedStyle(each);
        // Text for screen readers only.
        if (clipPath !== 'none') return null;
        if (overflowX !== 'visible' || overflowY !== 'visible') {
          const frame = each.getBoundingClientRect();
          const isOver = shown.right > frame.right + SLACK || shown.left < frame.left - SLACK;
          if (overflowX === 'auto' || overflowX === 'scroll') scrolls ||= isOver;
          else isCut ||= isOver && !scrolls;
          shown = within(shown, frame);
        }
        if (position === 'fixed') break;
      }
      if (isNothing(shown)) return null;
      if (isCut && !isTold(element)) found.push(`cut off: "${text}"`);
      if (shown.right > innerWidth + SLACK) found.push(`out of the window: "${text}"`);
      return { ...shown, text, element };
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
      for (const rect of range.getClientRects()) {
        const shown = isNothing(rect) ? null : shownOf(text, element, rect);
        if (shown) texts.push(shown);
      }
    }

    // Elements that stay fixed while the rest scrolls overlap on purpose.
    const isAbove = (element: Element) => ancestors(element).some((each) => ['fixed', 'sticky'].includes(getComputedStyle(each).position));
    texts.sort((one, other) => one.top - other.top);
    texts.forEach((one, at) => {
      for (const other of texts.slice(at + 1)) {
        if (other.top > one.bottom) break;
        const both = within(one, other);
        if (both.right - both.left <= 2 || both.bottom - both.top <= 4) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        if (isAbove(one.element) === isAbove(other.element)) found.push(`upon each other: "${one.text}" and "${other.text}"`);
      }
    });
    return [...new Set(found)];
  });
