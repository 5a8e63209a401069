import { useLayoutEffect, useState } from 'react';

/** Whether the content of an element is wider than the element; follows resizes. */
export function useScrollsSideways(element: HTMLElement | null): boolean {
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    if (!element) return;
    const look = () => setScrolls(element.scrollWidth > element.clientWidth);
    look();
    const resized = new ResizeObserver(look);
    for (const each of [element, ...element.querySelectorAll('table')]) resized.observe(each);
    return () => resized.disconnect();
  }, [element]);
  return scrolls;
}
