import { dmUuid } from '@weft/shared/identity';
import type { DmMapping, FastState } from '../host/host.js';

/** Weft's mapping of this name: another one that somebody gave the name has another dm UUID. */
export const mappingNamed = ({ mappings }: Pick<FastState, 'mappings'>, name: string): DmMapping | undefined =>
  mappings.find((mapping) => mapping.name === name && mapping.uuid === dmUuid(name));
