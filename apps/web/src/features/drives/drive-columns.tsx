import { formatBytes } from '@weft/shared/units';
import type { Drive } from '../../api/types.js';
import { paths } from '../../paths.js';
import type { Column } from '../../table/data-table.js';
import { TextLink } from '../../ui/links.js';
import { Status } from '../../ui/status.js';
import { DriveActions } from './drive-actions.js';
import { driveStatus } from './drive-status.js';

const SerialLink = (drive: Drive) => (
  <TextLink {...paths.drive(drive.id)}>
    <code>{drive.serial}</code>
  </TextLink>
);
const serial: Column<Drive> = { name: 'Serial', cell: SerialLink, sort: 'serial' };
const node: Column<Drive> = { name: 'Node', cell: (drive) => <TextLink {...paths.node(drive.node.id)}>{drive.node.name}</TextLink> };
const facts: readonly Column<Drive>[] = [
  { name: 'State', cell: (drive) => <Status {...driveStatus(drive)} />, wide: true },
  { name: 'Model', cell: (drive) => drive.model, sort: 'model' },
  { name: 'Size', cell: (drive) => formatBytes(drive.sizeBytes), sort: 'sizeBytes', numeric: true },
  { name: 'Free', cell: (drive) => (drive.state === 'in-service' ? formatBytes(drive.freeBytes) : ''), numeric: true },
  { name: 'NUMA', cell: (drive) => drive.numaNode, numeric: true },
  { name: 'Used up', cell: (drive) => (drive.smart?.percentageUsed == null ? '' : `${drive.smart.percentageUsed} %`), numeric: true },
];
const actions: Column<Drive> = { name: 'Actions', cell: (drive) => <DriveActions drive={drive} /> };

export const driveColumns = [serial, node, ...facts, actions];
export const driveColumnsOfNode = [serial, ...facts, actions];
export const drivePreviewColumns = [serial, node, ...facts.slice(0, 4)];
