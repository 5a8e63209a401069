import { isIP } from 'node:net';
import { HostError } from './host.js';
import type { IdentifiedOperation } from './operations.js';

/*
 * Text values of operations become folder names, attribute lines and command arguments. The contract limits them when an assignment arrives; this is
 * the host's own check, for every caller. A field without a rule is refused, so a new text field needs a rule.
 */
type Rule = (text: string) => boolean;

const matches =
  (pattern: RegExp): Rule =>
  (text) =>
    pattern.test(text);

/** Names of dm, LVM, md and kernel objects, and ids. None starts with `-` (an option), is `.` or `..`, or contains a separator. */
const name = matches(/^(?!\.{1,2}$)[A-Za-z0-9_.+][A-Za-z0-9_.+:-]{0,254}$/);
/** A kernel name, or a path of such names below /dev. Placeholders of dry runs need no rule: they are never performed. */
const device: Rule = (text) =>
  text
    .replace(/^\/dev\//, '')
    .split('/')
    .every(name);
const nqn = matches(/^[A-Za-z0-9][A-Za-z0-9.:_-]{0,222}$/);
const printable = (most: number): Rule => matches(new RegExp(`^[ -~]{0,${most}}$`));
const address: Rule = (text) => isIP(text) !== 0 && !text.includes('%');
/** dev_valid_name in the kernel's net/core/dev.c, and no quote: a quote would end the string in nft. */
const nic = matches(/^(?!\.{1,2}$)[^\s/:"\\{};-][^\s/:"\\{};]{0,14}$/);
/** lvm(8), VALID NAMES: tags may also contain these characters. */
const tag = matches(/^[A-Za-z0-9_+.][A-Za-z0-9_+.=!:&#/-]{0,1023}$/);
/** A cgroup: any name of one level. systemd escapes with backslashes (systemd.unit(5)). */
const slice = matches(/^(?!\.{1,2}$)[^/\p{Cc}]{1,255}$/u);
const hex = matches(/^[0-9a-fA-F-]{0,36}$/);

const RULES: Record<string, Rule> = {
  op: name,
  transport: name,
  level: name,
  action: name,
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
  hostKeyId: name,
  controllerKeyId: name,
  keyId: name,
  nguid: hex,
  tags: tag,
  add: tag,
  remove: tag,
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
  slices: slice,
  device,
  devices: device,
  devicePath: device,
  devicePaths: device,
  origin: device,
  data: device,
  metadata: device,
  cache: name,
  mode: name,
  pool: name,
  suspends: name,
  id: name,
  mappings: name,
};

/** @throws HostError for a value that its rule refuses, before the host changes anything. */
export function mustHaveValidTexts(operation: IdentifiedOperation): void {
  for (const [key, value] of Object.entries(operation)) {
    // Only compared, never used.
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
        { code: 'word-refused' },
      );
  } else if (Array.isArray(value)) for (const each of value) check(operation, key, each);
  else if (typeof value === 'object' && value !== null) for (const [inner, each] of Object.entries(value)) check(operation, inner, each);
}
