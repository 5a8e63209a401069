import type { ReactNode } from 'react';
import { usePast } from '../api/past.js';

/** Live values and unrecorded lists: absent on a page that shows the past. */
export const OnlyNow = ({ children }: { children: ReactNode }) => (usePast() === null ? children : null);
