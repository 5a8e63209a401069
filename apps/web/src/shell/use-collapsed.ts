import { useState } from 'react';

const KEY = 'weft.navigation';

/** Whether the navigation shows icons only; stored in this browser. */
export function useCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(KEY) === 'collapsed');
  const toggle = () => {
    if (isCollapsed) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'collapsed');
    setCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
}
