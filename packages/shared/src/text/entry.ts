import type { DataOf, Shape } from './field.js';
import type { Words } from './words.js';

/** One code of the catalogue. */
export interface Entry<P = never> {
  params: Shape;
  /** The current situation. */
  message: (params: P) => Words;
  /** The blocker. */
  waitingFor?: (params: P) => Words;
  /** What would end the situation. */
  unblockedBy?: (params: P) => Words;
  example: P;
}

export const entry = <S extends Shape>(params: S, texts: Omit<Entry<DataOf<S>>, 'params'>): Entry<DataOf<S>> => ({ params, ...texts });
