import { useLayoutEffect, useState } from 'react';

/** Whether an element is narrower than `rem`; follows resizes. @param rem in font sizes of the root element */
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
