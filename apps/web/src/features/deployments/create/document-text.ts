import { parseBytes } from '@weft/shared/units';
import type { DeploymentDocument } from '../../../api/types.js';

/* The server checks the document when it makes the plan; here only what the tables above the text need. The schema would not fit into a first load. */

const FORM = 'weft-deployment-1';
const lists = ['storageNetworks', 'nodes', 'drives', 'driveClasses', 'volumes', 'attachments'] as const;

export const emptyDocument: DeploymentDocument = {
  form: FORM,
  storageNetworks: [],
  nodes: [],
  drives: [],
  driveClasses: [],
  volumes: [],
  attachments: [],
};

export const documentText = (document: DeploymentDocument): string => JSON.stringify(document, null, 2);

export type ReadDocument = { document: DeploymentDocument; wrong: null } | { document: null; wrong: string };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The document that a person has typed or pasted, or what is wrong with it. */
export function readDocument(text: string): ReadDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { document: null, wrong: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (!isObject(value) || value['form'] !== FORM) return { document: null, wrong: `The document has no form "${FORM}".` };
  for (const list of lists) {
    const entries = value[list];
    if (!Array.isArray(entries) || !entries.every(isObject)) return { document: null, wrong: `${list} must be a list of objects.` };
  }
  const document = value as unknown as DeploymentDocument;
  const nodes = document.nodes.map((node) => ({ ...node, roles: node.roles ?? [], labels: node.labels ?? {} }));
  return { document: { ...document, nodes }, wrong: null };
}

/** With this label of a node; an empty text removes it from the document. */
export const withLabel = (document: DeploymentDocument, node: string, key: 'rack' | 'zone', value: string): DeploymentDocument => ({
  ...document,
  nodes: document.nodes.map((each) => {
    if (each.name !== node) return each;
    const { [key]: _, ...labels } = each.labels;
    return { ...each, labels: value.trim() === '' ? labels : { ...labels, [key]: value.trim() } };
  }),
});

/** With this size of a volume, as people write it. @returns null: it is not a size */
export function withSize(document: DeploymentDocument, volume: string, text: string): DeploymentDocument | null {
  const sizeBytes = bytesOf(text);
  if (sizeBytes === null) return null;
  return { ...document, volumes: document.volumes.map((each) => (each.name === volume ? { ...each, sizeBytes } : each)) };
}

const SECTOR_BYTES = 4096;
function bytesOf(text: string): number | null {
  try {
    const bytes = Math.floor(parseBytes(text) / SECTOR_BYTES) * SECTOR_BYTES;
    return bytes > 0 ? bytes : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
