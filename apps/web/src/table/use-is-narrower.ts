import { useLayoutEffect, useState } from 'react';

const pixels = (length: string) => Number.parseFloat(length) || 0;

/** Whether the space inside an element, without its padding, is narrower than `rem`; follows resizes. @param rem in font sizes of the root element */
export function useIsNarrower(element: HTMLElement | null, rem: number): boolean {
  const [isNarrower, setNarrower] = useState(false);
  useLayoutEffect(() => {
    if (!element) return;
    const look = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const inside = element.clientWidth - pixels(paddingLeft) - pixels(paddingRight);
      setNarrower(inside < rem * pixels(getComputedStyle(document.documentElement).fontSize));
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, [element, rem]);
  return isNarrower;
}
