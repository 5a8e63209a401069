import { dmCryptName, dmName, dmStripeName, dmUuid } from '@weft/shared/identity';
import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import { describe, expect, it } from 'vitest';
import type { DmMapping, FastState } from '../host/host.js';
import { NO_FACTS } from '../ledger/facts.js';
import { CLIENT, contentFor, id, MiB } from '../testing/example-cluster.js';
import { emptyFast, UP, world } from '../testing/example-world.js';
import { planAttachment } from './attachment/plan-attachment.js';

const KEY = '3f0d1c2b4a5968778695a4b3c2d1e0f0';
const OTHER_KEY = '0f3d1c2b4a5968778695a4b3c2d1e0ff';

/** Two legs of a volume with live paths and heads. */
function example(protection: 'raid0' | 'concatenated', more: Partial<AttachmentAssignment> = {}) {
  const content = contentFor(CLIENT, { ...UP, protection });
  const base = content.attachments[0] ?? expect.fail('the example attaches something');
  const [leg] = base.legs;
  if (!leg) throw new Error('no leg');
  const legs = [0, 1].map((index) => ({ ...leg, legId: id('leg', index), index, dataBytes: 10 * MiB, sizeBytes: 10 * MiB }));
  const attachment = { ...base, sizeBytes: 16 * MiB, stripeSizeBytes: MiB, legs, encryption: { keyId: KEY }, ...more };
  const fast = emptyFast();
  for (const path of leg.paths)
    fast.controllers.push({
      ...{ name: `nvme${fast.controllers.length}`, subsystemNqn: leg.subsystemNqn, hostNqn: '', state: 'live', fastIoFailSeconds: -1 },
      ...{ transport: path.transport, address: path.address, serviceId: path.serviceId, hostAddress: path.hostAddress },
    });
  for (const { legId, index } of legs)
    fast.heads.push({
      subsystemNqn: leg.subsystemNqn,
      nsid: index + 1,
      uuid: legId,
      nguid: '',
      device: `nvme0n${index + 1}`,
      sizeBytes: 10 * MiB,
    });
  return { attachment, fast, content: { ...content, attachments: [attachment] } };
}
const plan = ({ attachment, content, fast }: ReturnType<typeof example>, facts = NO_FACTS) =>
  planAttachment(attachment, world(content, { fast, facts }));
const ops = (planned: ReturnType<typeof plan>) => planned.steps.map(({ operation }) => operation.op);
function mapped(fast: FastState, name: string, under: string[], sizeBytes = 16 * MiB): DmMapping {
  const mapping = { name, uuid: dmUuid(name), device: `dm-${fast.mappings.length}`, sizeBytes, suspended: false, under };
  fast.mappings.push(mapping);
  return mapping;
}
/** The devices of an opened volume. */
function opened(of: ReturnType<typeof example>, keyId = KEY, sizeBytes = 16 * MiB) {
  const { fast, attachment } = of;
  const heads = fast.heads.map(({ device }) => device);
  const below = attachment.protection === 'raid0' ? [mapped(fast, dmStripeName(attachment.volumeId), heads).device] : heads;
  const crypt = mapped(fast, dmCryptName(attachment.volumeId, keyId), below, sizeBytes);
  const top = mapped(fast, dmName(attachment.volumeId), [crypt.device], sizeBytes);
  fast.links.push({ name: attachment.volumeName, target: `/dev/mapper/${top.name}` });
}

describe('the key of an encrypted volume', () => {
  it('puts dm-crypt between the legs and the top, and remembers the key before it opens', () => {
    const own = example('raid0');
    own.fast.volumeKeyIds = [KEY];
    const planned = plan(own);
    expect(ops(planned).slice(0, 3)).toEqual(['create-striped', 'create-crypt', 'create-linear']);
    const crypt = dmCryptName(own.attachment.volumeId, KEY);
    expect(planned.steps[1]?.operation).toMatchObject({ name: crypt, keyId: KEY, segments: [{ lengthBytes: 16 * MiB }] });
    expect(planned.steps[2]?.operation).toMatchObject({ segments: [{ device: `/dev/mapper/${crypt}`, lengthBytes: 16 * MiB }] });
    expect(planned.before).toContainEqual({ fact: 'volume-key', volumeId: own.attachment.volumeId, keyId: KEY });
  });

  it('encrypts a concatenation in one device with a segment of each leg', () => {
    const own = example('concatenated');
    own.fast.volumeKeyIds = [KEY];
    const [crypt, top] = plan(own).steps.map(({ operation }) => operation);
    expect(crypt).toMatchObject({
      op: 'create-crypt',
      segments: [{ lengthBytes: 10 * MiB }, { startBytes: 10 * MiB, lengthBytes: 6 * MiB }],
    });
    expect(top).toMatchObject({ op: 'create-linear', segments: [{ startBytes: 0, lengthBytes: 16 * MiB }] });
  });

  it('waits for a server to send it, builds nothing meanwhile, and names the volume (S10)', () => {
    const planned = plan(example('concatenated'));
    expect([ops(planned), planned.status.state, planned.status.reason?.code]).toEqual([[], 'waiting', 'volume-key-awaited']);
  });

  it('is not needed for a device that runs, and is for its growth', () => {
    const own = example('concatenated');
    opened(own);
    expect(plan(own).status).toMatchObject({ state: 'done' });
    const grown = example('concatenated', { sizeBytes: 18 * MiB });
    opened(grown);
    expect(plan(grown).status.reason?.code).toBe('volume-key-awaited');
    grown.fast.volumeKeyIds = [KEY];
    expect(ops(plan(grown))).toEqual(['resize-crypt', 'resize-linear']);
  });

  it.each([
    ['another key', { keyId: OTHER_KEY }],
    ['no key', undefined],
  ])('refuses %s than that of the open device, or of the ledger: a wrong key destroys data (S14)', (_, encryption) => {
    const own = example('concatenated', { encryption } as Partial<AttachmentAssignment>);
    own.fast.volumeKeyIds = [KEY, OTHER_KEY];
    const facts = { ...NO_FACTS, volumeKeys: { [own.attachment.volumeId]: KEY } };
    const refused = plan(own, facts);
    expect([ops(refused), refused.status.state, refused.status.reason?.code]).toEqual([[], 'failed', 'volume-key-differs']);
    opened(own);
    expect([ops(plan(own)), plan(own).status.reason?.code]).toEqual([[], 'volume-key-differs']);
  });

  it('finishes an opening that was interrupted, also after the volume grew', () => {
    const own = example('concatenated', { sizeBytes: 18 * MiB });
    mapped(
      own.fast,
      dmCryptName(own.attachment.volumeId, KEY),
      own.fast.heads.map(({ device }) => device),
    );
    own.fast.volumeKeyIds = [KEY];
    expect(ops(plan(own)).slice(0, 2)).toEqual(['resize-crypt', 'create-linear']);
  });

  it('closes the device whatever key it was opened with, below the top and above the stripes', () => {
    const own = example('raid0', { desired: 'detached' });
    opened(own, OTHER_KEY);
    const probes = new Map([[own.attachment.attachmentId, { holders: [] }]]);
    const { steps } = planAttachment(own.attachment, world(own.content, { fast: own.fast, probes }));
    expect(steps.flatMap(({ operation }) => (operation.op === 'remove-mapping' ? operation.name : []))).toEqual([
      dmName(own.attachment.volumeId),
      dmCryptName(own.attachment.volumeId, OTHER_KEY),
      dmStripeName(own.attachment.volumeId),
    ]);
  });
});
