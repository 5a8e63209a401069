import { OBSTACLE_TEXTS, sanitizeObstacles } from '../../../wipe/wipe-method.js';
import { entry } from '../../entry.js';
import { drive0, ids, orders } from '../../examples.js';
import { bytes, count, drive, moment, oneOf, texts, volume, word, yes } from '../../field.js';
import type { MessageReference } from '../../message.js';
import { at, type Words, words } from '../../words.js';

/* Reasons of an agent about drives, legs and exports of its node. It knows drives by serial and volumes by name; legs by their LV only. */

const group = `weft-${ids.drive}`;
const lv = `${group}/leg-${ids.leg}`;
const subsystem = 'nqn.2026-01.io.weft:a1';
const WAY_OUT =
  'In a mirror, replace the leg: evict its drive, or wait for the rebuild delay. Without a mirror the data of this leg is lost: delete the volume, or bring the former drive back';
const AGAIN = 'Look at the drive, and order the wipe again if it is still meant';
const UPDATE = 'update the servers, which then send it again';

const wipe = (drive: MessageReference, why: Words): Words => words`the wipe of drive ${drive} does not begin: ${why}. ${AGAIN}`;

export const driveReasons = {
  /** About the drive; about a leg: `group` alone, because a leg's agent may not know the serial. */
  'drive-missing': entry(
    { group: word, drive: drive.optional(), namespaceId: count.optional() },
    {
      message: ({ group, drive, namespaceId }) =>
        drive
          ? words`drive ${drive} (namespace ${namespaceId ?? 'unknown'}) is not there; plug it in again, or check it with "nvme list" on this node`
          : words`volume group ${group} is not there: its drive is missing or not yet in service`,
      example: { group, drive: drive0, namespaceId: 1 },
    },
  ),
  'drive-unreadable': entry(
    { group: word, drive: drive.optional() },
    {
      message: ({ group, drive }) =>
        drive
          ? words`drive ${drive} cannot be read now, so nothing is known of its volume group; check the drive, see the kernel log`
          : words`the drive of volume group ${group} cannot be read now; check the drive, see the kernel log`,
      example: { group, drive: drive0 },
    },
  ),
  'in-service': entry(
    { drive },
    { message: ({ drive }) => words`drive ${drive} is in service; release it before it is wiped`, example: { drive: drive0 } },
  ),
  'drive-not-blank': entry(
    { drive, group: word.optional(), contents: texts },
    {
      message: ({ drive, group, contents }) =>
        group
          ? words`drive ${drive} belongs to another Weft drive (${group}); wipe it explicitly if its data is not needed`
          : words`drive ${drive} is not blank: it holds ${contents}; wipe it explicitly if that is not needed`,
      example: { drive: drive0, contents: ['ext4'] },
    },
  ),
  'wrong-drive': entry(
    { drive, group: word, found: word },
    {
      message: ({ drive, group, found }) =>
        words`volume group ${group} is not on drive ${drive} (it carries ${found}); check which drive was swapped`,
      example: { drive: drive0, group, found: `weft-${ids.other}` },
    },
  ),
  'drive-holds-legs': entry(
    { drive, legs: count },
    {
      message: ({ drive, legs }) =>
        words`drive ${drive} still holds ${legs} ${legs === 1 ? 'leg' : 'legs'}; delete or move their volumes first`,
      example: { drive: drive0, legs: 2 },
    },
  ),
  'drive-in-use': entry(
    { drive, contents: texts },
    {
      message: ({ drive, contents }) =>
        words`drive ${drive} is in use${contents.length > 0 ? words` (${contents})` : ''}: mounted, swap, or held by dm or md; stop using it first`,
      example: { drive: drive0, contents: ['ext4'] },
    },
  ),
  /** The drive was in service, and returned without its volume group. `found`: another volume group on it. */
  'drive-lost': entry(
    { drive, group: word, found: word.optional(), contents: texts },
    {
      message: ({ drive, group, found, contents }) => {
        const now = found ? words`carries ${found}` : contents.length > 0 ? words`holds ${contents}` : words`is blank`;
        return words`drive ${drive} was in service with volume group ${group} and now ${now}: it was replaced or erased. Nothing is made on it, and its legs are lost. Evict the drive, so that mirrors are copied elsewhere; delete the volumes without a mirror on it; then release the drive and take it again`;
      },
      example: { drive: drive0, group, contents: [] },
    },
  ),
  /** An older server did not send whether the drive or leg was ready before. */
  'order-unclear': entry(
    { drive: drive.optional(), legId: word.optional(), withheld: oneOf('make', 'wipe') },
    {
      message: ({ drive, legId, withheld }) =>
        drive
          ? words`the assignment does not say whether drive ${drive} was in service before, so the agent makes no volume group on it; ${UPDATE}`
          : words`the assignment does not say whether leg ${legId ?? ''} was ready before, so the agent does not ${withheld} its LV; ${UPDATE}`,
      example: { drive: drive0, withheld: 'make' },
    },
  ),
  'serial-mismatch': entry(
    { drive, ordered: word },
    {
      message: ({ drive, ordered }) => wipe(drive, words`the order names serial ${ordered}`),
      example: { drive: drive0, ordered: 'S64GNE0X' },
    },
  ),
  'wipe-without-terms': entry(
    { drive },
    {
      message: ({ drive }) => wipe(drive, words`the order of an older server names neither a deadline nor the boot of the node`),
      example: { drive: drive0 },
    },
  ),
  'wipe-expired': entry(
    { drive, notAfter: moment },
    {
      message: ({ drive, notAfter }) => wipe(drive, words`the order was good until ${at(notAfter)}`),
      example: { drive: drive0, notAfter: '2026-11-21T14:16:31.725Z' },
    },
  ),
  'wipe-other-boot': entry(
    { drive },
    { message: ({ drive }) => wipe(drive, words`the node has restarted since it was ordered`), example: { drive: drive0 } },
  ),
  'wipe-other-drive': entry(
    { drive, differences: texts },
    {
      message: ({ drive, differences }) => wipe(drive, words`it is another drive than the ordered one (${differences.join('; ')})`),
      example: { drive: drive0, differences: ['model PM1733 instead of PM9A3'] },
    },
  ),
  'wipe-order-unfinished': entry(
    { drive, contents: texts },
    {
      message: ({ drive, contents }) =>
        words`the wipe of drive ${drive} has begun on this order, and its end is not known. The drive holds ${contents}, which may be newer than the wipe: nothing more is erased. ${AGAIN}`,
      example: { drive: drive0, contents: ['ext4 filesystem'] },
    },
  ),
  'sanitize-unavailable': entry(
    { drive, obstacle: oneOf(...sanitizeObstacles) },
    {
      message: ({ drive, obstacle }) =>
        words`drive ${drive} is not sanitized: ${OBSTACLE_TEXTS[obstacle]}. Nothing was erased; order the wipe again with the method zero`,
      example: { drive: drive0, obstacle: 'namespaces' },
    },
  ),
  /** Not by this order: another tool began it. */
  'sanitize-running': entry(
    { drive },
    {
      message: ({ drive }) =>
        words`drive ${drive} sanitizes itself already, by another command than this order; nothing was done. Wait until that ends (nvme sanitize-log), and order the wipe again`,
      example: { drive: drive0 },
    },
  ),
  /** The drive accepted the sanitize of this order, and its log says that it failed, or knows none. */
  'sanitize-failed': entry(
    { drive, log: oneOf('failed', 'never') },
    {
      message: ({ drive, log }) =>
        log === 'failed'
          ? words`the sanitize of drive ${drive} failed. The drive answers no reads and writes until a sanitize succeeds: order the wipe again with the method sanitize, or replace the drive`
          : words`drive ${drive} accepted a sanitize, and its log knows none: whether it is erased is unknown. Order the wipe again`,
      example: { drive: drive0, log: 'failed' },
    },
  ),
  'sanitize-unread': entry(
    { drive },
    {
      message: ({ drive }) =>
        words`drive ${drive} accepted a sanitize and does not return its log now, so its state is not known; check the drive, see the kernel log`,
      example: { drive: drive0 },
    },
  ),
  'wipe-order-doubtful': entry(
    { drive },
    {
      message: ({ drive }) =>
        words`whether drive ${drive} was erased on this order already is not known, for the ledger was lost meanwhile; nothing was erased, order the wipe again`,
      example: { drive: drive0 },
    },
  ),
};

export const legReasons = {
  'leg-lost': entry(
    { lv: word, groupLost: yes },
    {
      message: ({ lv, groupLost }) =>
        words`LV ${lv} was ready before and is gone${groupLost ? ' with its volume group: the drive was replaced or erased' : ''}. No empty one is made in its place, because zeros would pass for the data of the volume. ${WAY_OUT}`,
      example: { lv, groupLost: false },
    },
  ),
  'leg-tag-lost': entry(
    { lv: word, tag: word },
    {
      message: ({ lv, tag }) =>
        words`LV ${lv} was ready before and has lost its tag ${tag}. It is neither wiped nor exported, because it may hold data. ${WAY_OUT}`,
      example: { lv, tag: 'weft.wiped' },
    },
  ),
  'leg-short': entry(
    { lv: word, sizeBytes: bytes, readyBytes: bytes },
    {
      message: ({ lv, sizeBytes, readyBytes }) =>
        words`LV ${lv} has ${sizeBytes} bytes and had ${readyBytes} before. It is not grown, because zeros would pass for the data that was there. ${WAY_OUT}`,
      example: { lv, sizeBytes: 1_073_741_824, readyBytes: 2_147_483_648 },
    },
  ),
  'integrity-unmarked': entry(
    { lv: word, isMarked: yes },
    {
      message: ({ lv, isMarked }) =>
        words`the tags of leg ${lv} say that it ${isMarked ? 'lies' : 'does not lie'} on dm-integrity, and its assignment says the contrary. It is neither exported nor changed: its bytes would be read from wrong places. ${WAY_OUT}`,
      example: { lv, isMarked: true },
    },
  ),
  'integrity-size': entry(
    { lv: word, sizeBytes: bytes, assignedBytes: bytes },
    {
      message: ({ lv, sizeBytes, assignedBytes }) =>
        words`leg ${lv} lies on dm-integrity and has ${sizeBytes}, not ${assignedBytes}: such a leg keeps its size. Create a larger volume and copy the data`,
      example: { lv, sizeBytes: 64 * 2 ** 20, assignedBytes: 128 * 2 ** 20 },
    },
  ),
  'leg-open': entry(
    { lv: word, device: word, wipe: yes },
    {
      message: ({ lv, device, wipe }) =>
        words`LV ${lv} ${wipe ? 'must be wiped, but it is' : 'is'} open; see who uses it with "lsof ${device}"`,
      example: { lv, device: `/dev/${lv}`, wipe: false },
    },
  ),
  'leg-exported': entry(
    { lv: word, subsystem: word },
    {
      message: ({ lv, subsystem }) => words`LV ${lv} is still exported by subsystem ${subsystem}; it goes once the volume is detached`,
      example: { lv, subsystem },
    },
  ),
  'leg-unassigned': entry(
    { legId: word },
    {
      message: ({ legId }) => words`leg ${legId} is not assigned to this node; the server has to assign it before it is exported`,
      example: { legId: ids.leg },
    },
  ),
  'leg-not-wiped': entry(
    { legId: word },
    { message: ({ legId }) => words`leg ${legId} is not wiped yet; it is exported when that is done`, example: { legId: ids.leg } },
  ),
  'leg-not-backed': entry(
    { legId: word },
    {
      message: ({ legId }) =>
        words`the drive of leg ${legId} was missing; the agent exports the leg again when it is active on the drive’s current device`,
      example: { legId: ids.leg },
    },
  ),
  'leg-cache-missing': entry(
    { lv: word, group: word },
    {
      message: ({ lv, group }) =>
        words`the newest bytes of LV ${lv} may be in its write-back cache in ${group}, which is not usable. The leg is not exported without it, because old bytes would pass for the data of the volume. It continues when the cache drive is back; until then it counts as lost`,
      example: { lv, group: 'weft-00000000-0000-4000-8000-000000000009' },
    },
  ),
  'leg-cache-starts': entry(
    { lv: word },
    { message: ({ lv }) => words`the cache of LV ${lv} has to start before the leg is exported`, example: { lv } },
  ),
  'leg-inactive': entry({ legId: word }, { message: ({ legId }) => words`leg ${legId} is not active yet`, example: { legId: ids.leg } }),
};

export const exportReasons = {
  'no-legs': entry(
    { subsystem: word },
    { message: ({ subsystem }) => words`export ${subsystem} has no leg assigned on this node`, example: { subsystem } },
  ),
  'host-without-keys': entry(
    { host: word },
    {
      message: ({ host }) =>
        words`host ${host} is allowed on this target without authentication, and may be connected: it gets no keys before all its exports here are removed. Detach its volumes with legs on this node, then attach them again`,
      example: { host: 'nqn.2014-08.org.nvmexpress:uuid:00000000-0000-4000-8000-000000000008' },
    },
  ),
  'leg-exported-elsewhere': entry(
    { volume, subsystem: word, hosts: texts },
    {
      message: ({ volume, subsystem, hosts }) =>
        words`a leg of volume ${volume} is enabled under subsystem ${subsystem} for ${hosts.length > 0 ? hosts : 'a host that is being fenced'}; no leg is exported to another host until that subsystem is gone. If the subsystem is an orphan, the database may have been restored: find out which client uses the volume before you remove the subsystem`,
      example: { volume: orders, subsystem, hosts: ['nqn.2026-01.io.weft:c1'] },
    },
  ),
  /** A host is connected from an address that is not the client's. */
  'foreign-host': entry(
    { volume, hosts: texts, moreHosts: count, clientAddresses: texts },
    {
      message: ({ volume, hosts, moreHosts, clientAddresses }) =>
        words`a host at ${hosts}${moreHosts > 0 ? ` and ${moreHosts} more` : ''} is connected to the export of volume ${volume}, which is for the client at ${clientAddresses} alone; it may read and write the volume. Find that host and disconnect it, or detach the volume`,
      example: { volume: orders, hosts: ['10.0.0.66'], moreHosts: 0, clientAddresses: ['10.0.0.11'] },
    },
  ),
  'foreign-host-fenced': entry(
    { volume, hosts: texts, seenAt: moment },
    {
      message: ({ volume, hosts, seenAt }) =>
        words`the export of volume ${volume} is fenced: a host at ${hosts} was connected to it at ${at(seenAt)} with the client's NQN, and may have read and written the volume. Disconnect that host. Then replace the leg from its mirror half, or detach the volume and attach it again`,
      example: { volume: orders, hosts: ['10.0.0.66'], seenAt: '2026-11-21T14:16:31.725Z' },
    },
  ),
  /** An attachment or export of a restored database: this node has served a later one. */
  'earlier-attachment': entry(
    { volume, later: moment, own: moment },
    {
      message: ({ volume, later, own }) =>
        words`this node served a later attachment of volume ${volume} (of ${at(later)}; this one is of ${at(own)}), so nothing was changed. The database may have been restored. Detach the volume and attach it again`,
      example: { volume: orders, later: '2026-11-21T14:16:31.725Z', own: '2026-11-20T09:00:00.000Z' },
    },
  ),
};
