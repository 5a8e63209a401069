import { volumeCreateSchema } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import type { DeploymentDocument } from '../../../api/types.js';
import { documentText, emptyDocument, readDocument, withLabel, withSize } from './document-text.js';

const { driveClassId: _, ...volume } = volumeCreateSchema.parse({
  name: 'data-c1',
  sizeBytes: GiB,
  protection: 'raid1',
  driveClassId: '00000000-0000-4000-8000-000000000000',
});
const document: DeploymentDocument = {
  ...emptyDocument,
  nodes: [{ name: 't1', roles: ['target'], labels: { rack: 'r1', floor: '2' } }],
  volumes: [{ ...volume, driveClass: 'fast' }] as DeploymentDocument['volumes'],
};

describe('the document of a deployment as text', () => {
  it('reads back what it wrote', () => {
    expect(readDocument(documentText(document))).toEqual({ document, wrong: null });
  });

  it('names what the tables cannot show', () => {
    expect(readDocument('{').wrong).toContain('not JSON');
    expect(readDocument('{}').wrong).toContain('weft-deployment-1');
    expect(readDocument(documentText({ ...document, volumes: 5 as never })).wrong).toContain('volumes must be a list');
    expect(readDocument(documentText({ ...document, nodes: [{ name: 't1' }] as never })).document?.nodes).toEqual([
      { name: 't1', roles: [], labels: {} },
    ]);
  });

  it('sets and removes a label, and leaves the others', () => {
    expect(withLabel(document, 't1', 'rack', ' r2 ').nodes[0]?.labels).toEqual({ rack: 'r2', floor: '2' });
    expect(withLabel(document, 't1', 'rack', '').nodes[0]?.labels).toEqual({ floor: '2' });
  });

  it('reads sizes as people write them, in whole sectors', () => {
    expect(withSize(document, 'data-c1', '1.5 GiB')?.volumes[0]?.sizeBytes).toBe(1.5 * GiB);
    expect(withSize(document, 'data-c1', '5000 B')?.volumes[0]?.sizeBytes).toBe(4096);
    expect(withSize(document, 'data-c1', 'much')).toBeNull();
  });
});
