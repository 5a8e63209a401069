import { useLayoutEffect, useState } from 'react';

/** Whether an element has less room than that, whatever becomes of its size. @param rem of the root's font size */
export function useIsNarrower(element: HTMLElement | null, rem: number): boolean {
  const [isNarrower, setNarrower] = useState(false);
  useLayoutEffect(() => {
    if (!element) return;
    const look = () => setNarrower(element.clientWidth < rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, [element, rem]);
  return isNarrower;
}
