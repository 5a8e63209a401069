import type { Entry } from '../entry.js';
import { fits } from '../field.js';
import type { Message, Params } from '../message.js';
import type { Piece, Words } from '../words.js';

export interface Rendered {
  message: Piece[];
  waitingFor?: Piece[];
  unblockedBy?: Piece[];
}

/** The sentences of a message, in pieces; null: unknown code, or the data do not fit it. Callers then show the stored text. */
export type Renderer = (message: Message) => Rendered | null;

/** Renders messages of a catalogue, and those inside them. */
export function rendererOf(catalogue: object): Renderer {
  const entries = catalogue as Readonly<Record<string, Entry<Params>>>;

  function rendered({ code, params }: Message): Rendered | null {
    const known = Object.hasOwn(entries, code) ? entries[code] : undefined;
    if (!known || !fits(known.params, params)) return null;
    const message = pieces(known.message(params));
    if (message === null) return null;
    const waitingFor = known.waitingFor && pieces(known.waitingFor(params));
    const unblockedBy = known.unblockedBy && pieces(known.unblockedBy(params));
    return { message, ...(waitingFor ? { waitingFor } : {}), ...(unblockedBy ? { unblockedBy } : {}) };
  }

  function pieces({ parts }: Words): Piece[] | null {
    const list: Piece[] = [];
    for (const part of parts) {
      const inner = typeof part === 'object' && 'code' in part ? rendered(part)?.message : [part];
      if (!inner) return null;
      for (const each of inner) {
        const last = list.at(-1);
        if (typeof each === 'string' && typeof last === 'string') list[list.length - 1] = last + each;
        else list.push(each);
      }
    }
    return list;
  }

  return rendered;
}
