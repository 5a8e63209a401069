import { createHmac } from 'node:crypto';
import { VOLUME_KEY_ID_CHARACTERS, VOLUME_KEY_ID_TEXT } from '@weft/shared/messages/encryption';
import { describe, expect, it } from 'vitest';
import type { Secrets } from '../../host/host.js';
import { CLIENT, contentFor } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';
import { VolumeKeyNews } from './volume-key-news.js';

function key(fill: number) {
  const bytes = Buffer.alloc(64, fill);
  const id = createHmac('sha256', bytes).update(VOLUME_KEY_ID_TEXT).digest('hex').slice(0, VOLUME_KEY_ID_CHARACTERS);
  return { id, key: bytes.toString('base64') };
}
const [ONE, TWO] = [key(1), key(2)];

function news() {
  const learned: Secrets[] = [];
  const lines: string[] = [];
  let woken = 0;
  const of = new VolumeKeyNews(
    { learnVolumeKeys: (keys) => learned.push(keys) },
    (...line) => lines.push(JSON.stringify(line)),
    () => woken++,
  );
  let receive: (message: unknown, ack: (answer: object) => void) => void = () => undefined;
  of.attend({ on: (_: string, listener: typeof receive) => (receive = listener) } as never);
  const send = (message: unknown) => {
    let answer: unknown;
    receive(message, (given) => (answer = given));
    return answer;
  };
  return { of, send, lines, last: () => [...(learned.at(-1) ?? [])], woken: () => woken };
}

describe('keys of encrypted volumes from a server', () => {
  it('are taken into memory and wake the loop; no line of the log has one', () => {
    const { send, last, lines, woken } = news();
    expect(last()).toEqual([]);
    expect(send({ keys: [ONE] })).toEqual({ held: true });
    expect(last()).toEqual([[ONE.id, ONE.key]]);
    expect([woken(), lines.join('\n').includes(ONE.key)]).toEqual([1, false]);
  });

  it('are not used when they are not what their ids say', () => {
    const { send, last, lines } = news();
    expect(send({ keys: [ONE, { id: TWO.id, key: ONE.key }] })).toEqual({ held: true });
    expect(last()).toEqual([[ONE.id, ONE.key]]);
    expect(lines.join('\n')).toContain(TWO.id);
    expect(lines.join('\n')).not.toContain(ONE.key);
  });

  it('are refused in an unknown form, without quoting it', () => {
    const { send, lines } = news();
    expect(send({ keys: [{ id: ONE.id, key: 'short' }] })).toEqual({ held: false });
    expect(lines.join('\n')).not.toContain('short');
  });

  it('are forgotten with the attachment that needs them, even if no server says so', () => {
    const { of, send, last } = news();
    send({ keys: [ONE, TWO] });
    const content = contentFor(CLIENT, UP);
    const [attachment] = content.attachments;
    if (!attachment) throw new Error('the example attaches something');
    const both = [ONE, TWO].map(({ id: keyId }) => ({ ...attachment, encryption: { keyId } }));
    of.follow({ attachments: both });
    expect(last()).toHaveLength(2);
    of.follow({ attachments: both.map((each, at) => ({ ...each, desired: at === 0 ? ('attached' as const) : ('detached' as const) })) });
    expect(last()).toEqual([[ONE.id, ONE.key]]);
    of.follow({ attachments: [] });
    expect(last()).toEqual([]);
  });
});
