import { expect, it } from 'vitest';
import { storedAttachment } from '../../../test-support/stored-attachment.js';
import { storedVolume } from '../../../test-support/stored-volume.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import { objectsOfNodes } from './objects-of-nodes.js';

const NODES = 50;
const nodeIds = Array.from({ length: NODES }, (_, at) => `n${at}`);
const volume = (at: number): VolumeDocument =>
  storedVolume(
    `v${at}`,
    [0, 1].map((leg) => ({ driveId: `d${(at + leg) % NODES}`, nodeId: `n${(at + leg) % NODES}` })),
  );
const attached = (of: VolumeDocument, client: string, exporter: string): AttachmentDocument => ({
  ...storedAttachment(of, { _id: client, name: client }),
  exports: [{ nodeId: exporter } as AttachmentDocument['exports'][number]],
});
const volumes = Array.from({ length: 200 }, (_, at) => volume(at));
const attachments = volumes.map((each, at) => attached(each, `n${(at + 25) % NODES}`, `n${at % NODES}`));

it('gives each node what names it, in the order of reading', () => {
  const of = objectsOfNodes({ drives: [], volumes, attachments, snapshotSets: [] });
  for (const id of nodeIds) {
    expect(of(id).attachments).toEqual(
      attachments.filter((each) => each.nodeId === id || each.exports.some(({ nodeId }) => nodeId === id)),
    );
    const isAttached = ({ _id }: VolumeDocument) => attachments.some((each) => each.nodeId === id && each.volumeId === _id);
    expect(of(id).volumes).toEqual(volumes.filter((each) => each.legs.some(({ nodeId }) => nodeId === id) || isAttached(each)));
  }
  expect(of('another')).toEqual({ drives: [], volumes: [], attachments: [], snapshotSets: [] });
});

it('looks at each volume and attachment a fixed number of times, however many nodes are asked for', () => {
  const looks = new Map<string, number>();
  const counting = <T extends { _id: string }>(object: T): T =>
    new Proxy(object, {
      get(target, property) {
        if (property === 'legs' || property === 'exports') looks.set(object._id, (looks.get(object._id) ?? 0) + 1);
        return Reflect.get(target, property);
      },
    });
  const of = objectsOfNodes({ drives: [], volumes: volumes.map(counting), attachments: attachments.map(counting), snapshotSets: [] });
  for (const id of nodeIds) of(id);
  expect(new Set(looks.values())).toEqual(new Set([1]));
  expect(looks.size).toBe(volumes.length + attachments.length);
});
