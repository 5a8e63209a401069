import { deploymentDocumentSchema, EMPTY_DEPLOYMENT } from '@weft/shared/kinds/deployments/document';
import { parseBytes } from '@weft/shared/units';
import type { DeploymentDocument } from '../../../api/types.js';

/* The schema has checked that sizes of chunks are powers of two; the types of the client list them. */

export const emptyDocument = EMPTY_DEPLOYMENT as DeploymentDocument;

export const documentText = (document: DeploymentDocument): string => JSON.stringify(document, null, 2);

export type ReadDocument = { document: DeploymentDocument; wrong: null } | { document: null; wrong: string };

/** The document that a person has typed or pasted, or what is wrong with it. */
export function readDocument(text: string): ReadDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { document: null, wrong: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const { success, data, error } = deploymentDocumentSchema.safeParse(value);
  if (success) return { document: data as DeploymentDocument, wrong: null };
  const [issue] = error.issues;
  return { document: null, wrong: `${issue?.path.join('.') || 'The document'}: ${issue?.message ?? 'is not valid'}` };
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
