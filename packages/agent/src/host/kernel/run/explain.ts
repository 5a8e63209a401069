import { NVME_KEYRING } from '../../tls-key.js';
import type { Action, Fact } from './action.js';
import { limitLine } from './io-max.js';
import { withKeyring } from './keyring.js';

/** Quotes a word for a POSIX shell. */
export const quote = (word: string): string => (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** One action as a command or write that a person could type. */
export function describe(action: Action): string {
  switch (action.do) {
    case 'exec': {
      const command = action.argv.map(quote).join(' ');
      return action.input === undefined ? command : `printf %s ${quote(action.input)} | ${command}`;
    }
    case 'write':
      return `echo ${quote(action.value)} > ${quote(action.path)}`;
    case 'mkdir':
    case 'rmdir':
      return `${action.do} ${quote(action.path)}`;
    case 'unlink':
      return `rm ${quote(action.path)}`;
    case 'symlink':
      return `ln -s ${quote(action.target)} ${quote(action.path)}`;
    case 'file':
      return `printf %s ${quote(action.content)} > ${quote(action.path)}`;
    case 'permit':
      return `chown root:disk ${action.path} && chmod 0660 ${action.path}`;
    case 'write-path-attribute':
      return `echo ${quote(action.value)} > /sys/class/nvme/<controller at ${action.path.address}:${action.path.serviceId}>/${action.attribute}`;
    case 'write-secret':
      return `echo ${secretOf(action.keyId)} > ${quote(action.path)}`;
    case 'connect-with-keys': {
      const { keys } = action;
      const secrets = keys ? `,dhchap_secret=${secretOf(keys.hostKeyId)},dhchap_ctrl_secret=${secretOf(keys.controllerKeyId)}` : '';
      return `echo ${quote(action.options)}${secrets} > /dev/nvme-fabrics`;
    }
    case 'add-tls-key':
      return `keyctl padd psk 'NVMe1R01 ${action.hostNqn} ${action.nqn} <digest of key ${action.keyId}>' ${NVME_KEYRING} < <key ${action.keyId}>`;
    case 'drop-tls-keys':
      return `keyctl unlink <keys of ${action.nqn}${action.exceptKeyId ? ` except ${action.exceptKeyId}` : ''}> ${NVME_KEYRING}`;
    case 'exec-with-volume-key':
      return `echo <key ${action.keyId}> | ${withKeyring(action.keyId, action.table, action.argv).map(quote).join(' ')}`;
    case 'close-to-others':
      return `chmod ${action.mode.toString(8)} ${quote(action.path)}`;
    case 'hide-path-secrets':
      return `chmod 600 /sys/class/nvme/<controller at ${action.path.address}:${action.path.serviceId}>/dhchap_*secret`;
    case 'keep-marks':
      return `echo <bits marked on ${action.device}> > ${quote(`/sys/block/${action.array}/md/bitmap_set_bits`)}`;
    case 'flush':
      return `sync ${quote(action.device)}${action.orFail === null ? '' : ` || echo faulty > ${quote(action.orFail)}`}`;
    case 'zero-tail':
      return `blkdiscard --zeroout --offset <size - ${action.bytes}> --length ${action.bytes} ${action.device}`;
    case 'extend-onto':
      return `lvremove ${action.vg}/${action.growth} && lvextend --size ${action.sizeBytes}b ${action.vg}/${action.lv} <its extents>`;
    case 'drop-stats':
      return `dmsetup message ${action.name} 0 @stats_delete <regions of another length than ${action.exceptSectors} sectors>`;
    case 'limit-io':
      return `echo ${quote(limitLine('<device number>', action.limits))} > ${quote(`/sys/fs/cgroup/${action.slice}/io.max`)}  # ${action.name}`;
    case 'check':
      return `# check: ${describeFact(action.fact)}`;
  }
}

const secretOf = (keyId: string): string => `<secret of key ${keyId}>`;

/** Conditions under which the action is skipped or run. */
export const conditions = ({ unless, when }: Action): string[] => [
  ...(unless ? [`unless: ${describeFact(unless)}`] : []),
  ...(when ? [`only if: ${describeFact(when)}`] : []),
];

/** With the conditions under which it is skipped or run. */
export const explainAction = (action: Action): string => [describe(action), ...conditions(action).map((each) => `# ${each}`)].join('  ');

function describeFact(fact: Fact): string {
  const { fact: name, ...details } = fact;
  const words = Object.values(details).map((value) =>
    (typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value)).replaceAll('\n', ' ; '),
  );
  return [name.replaceAll('-', ' '), ...words].join(' ');
}
