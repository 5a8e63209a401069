import { useSyncExternalStore } from 'react';
import type { Job } from '../api/types.js';

export interface Notice {
  id: number;
  tone: 'error' | 'warning' | 'done' | 'job';
  text: string;
  /** For tone `job`: shown with its state and a link. */
  job?: Job;
}

/** More than this would cover the page; the oldest is removed. */
const MOST = 4;

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a message that belongs to no field and no dialog. It stays until the user dismisses it or newer ones displace it. */
export function notify(notice: Omit<Notice, 'id'>): void {
  lastId += 1;
  set([...notices.slice(1 - MOST), { ...notice, id: lastId }]);
}

export const dismiss = (id: number): void => set(notices.filter((notice) => notice.id !== id));

/** Removes all messages, because they were for the previous user. */
export const dismissAll = (): void => set([]);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => notices);
