import { isIP } from 'node:net';
import { HostError } from './host.js';
import type { IdentifiedOperation } from './operations.js';

/*
 * Words of operations become names of folders, lines of attributes and arguments of commands. The contract bounds them where an assignment comes in; this is the
 * host's own check, whoever asks. A word without a rule is refused, so a new field needs one.
 */
type Rule = (word: string) => boolean;

const matches =
  (pattern: RegExp): Rule =>
  (word) =>
    pattern.test(word);

/** Of ids, dm, LVM, md and kernel objects. None begins an option, goes up a folder, or has a separator in it. */
const name = matches(/^(?!\.{1,2}$)[A-Za-z0-9_.+][A-Za-z0-9_.+:-]{0,254}$/);
/** As placeholders of dry runs are never performed, a device is a kernel name, or a path of such below /dev. */
const device: Rule = (word) =>
  word
    .replace(/^\/dev\//, '')
    .split('/')
    .every(name);
const nqn = matches(/^[A-Za-z0-9][A-Za-z0-9.:_-]{0,222}$/);
const printable = (most: number): Rule => matches(new RegExp(`^[ -~]{0,${most}}$`));
const address: Rule = (word) => isIP(word) !== 0 && !word.includes('%');
/** dev_valid_name in the kernel's net/core/dev.c, and no quote, which nft would end its string at. */
const nic = matches(/^(?!\.{1,2}$)[^\s/:"\\{};-][^\s/:"\\{};]{0,14}$/);
/** lvm(8), VALID NAMES: tags may have these as well. */
const tag = matches(/^[A-Za-z0-9_+.][A-Za-z0-9_+.=!:&#/-]{0,1023}$/);
const hex = matches(/^[0-9a-fA-F-]{0,36}$/);

const RULES: Record<string, Rule> = {
  op: name,
  transport: name,
  level: name,
  policy: name,
  vg: name,
  lv: name,
  growth: name,
  foreignGroup: name,
  name,
  holder: name,
  link: name,
  uuid: name,
  previousUuid: name,
  hostId: name,
  nguid: hex,
  tags: tag,
  nqn,
  hostNqn: nqn,
  besides: nqn,
  serial: printable(20),
  model: printable(40),
  address,
  hostAddress: address,
  hostAddresses: address,
  nic,
  array: name,
  member: name,
  old: name,
  controller: name,
  subsystem: name,
  device,
  devices: device,
  devicePath: device,
  devicePaths: device,
};

/** @throws HostError for a word that would be more than a name, before anything is done. */
export function mustHaveGoodWords(operation: IdentifiedOperation): void {
  for (const [key, value] of Object.entries(operation)) {
    // Compared, never used.
    if (key !== 'expected') check(operation, key, value);
  }
}

function check(operation: IdentifiedOperation, key: string, value: unknown): void {
  if (typeof value === 'string') {
    if (RULES[key]?.(value) !== true)
      throw new HostError(
        `${operation.op}: ${key} ${JSON.stringify(value.slice(0, 300))} is not allowed; nothing was done`,
        [operation.op],
        null,
        '',
        {
          code: 'word-refused',
        },
      );
  } else if (Array.isArray(value)) for (const each of value) check(operation, key, each);
  else if (typeof value === 'object' && value !== null) for (const [inner, each] of Object.entries(value)) check(operation, inner, each);
}
