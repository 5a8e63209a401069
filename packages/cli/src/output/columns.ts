import { formatBytes } from '@weft/shared/units';
import type { Found } from '../resolve/resolver.js';
import { shortDuration } from '../text/durations.js';

export interface Column {
  title: string;
  value: (object: Found) => unknown;
  /** In `-o wide` and CSV only. */
  isWide?: true;
  isNumber?: true;
  isState?: true;
  /** How long ago the time of the value is. */
  isAge?: true;
}

type Path = string;
type Spec = readonly [title: string, path: Path, form?: 'bytes' | 'state' | 'age' | 'count' | 'names' | 'ratio', wide?: 'wide'];

/** Columns by kind. A kind that is not listed has its plain fields. */
const SPECS: Record<string, readonly Spec[]> = {
  volume: [
    ['name', 'name'],
    ['size', 'sizeBytes', 'bytes'],
    ['protection', 'protection'],
    ['class', 'driveClass.name'],
    ['state', 'state', 'state'],
    ['health', 'health', 'state'],
    ['clients', 'clients', 'names'],
    ['age', 'createdAt', 'age'],
    ['raw', 'rawBytes', 'bytes', 'wide'],
    ['legs', 'legs', 'count', 'wide'],
    ['failure domain', 'failureDomain', undefined, 'wide'],
    ['encryption', 'encryption', undefined, 'wide'],
    ['labels', 'labels', undefined, 'wide'],
    ['id', 'id', undefined, 'wide'],
  ],
  node: [
    ['name', 'name'],
    ['roles', 'roles'],
    ['connection', 'connection.state', 'state'],
    ['scheduling', 'scheduling'],
    ['drives', 'capacity.driveCount'],
    ['free', 'capacity.freeBytes', 'bytes'],
    ['labels', 'labels'],
    ['age', 'createdAt', 'age'],
    ['agent', 'agentVersion', undefined, 'wide'],
    ['kernel', 'kernel', undefined, 'wide'],
    ['id', 'id', undefined, 'wide'],
  ],
  drive: [
    ['serial', 'serial'],
    ['node', 'node.name'],
    ['model', 'model'],
    ['size', 'sizeBytes', 'bytes'],
    ['free', 'freeBytes', 'bytes'],
    ['state', 'state', 'state'],
    ['age', 'createdAt', 'age'],
    ['firmware', 'firmware', undefined, 'wide'],
    ['pci', 'pciAddress', undefined, 'wide'],
    ['numa', 'numaNode', undefined, 'wide'],
    ['id', 'id', undefined, 'wide'],
  ],
  'drive-class': [
    ['name', 'name'],
    ['drives', 'driveCount'],
    ['in service', 'inServiceCount'],
    ['nodes', 'nodeCount'],
    ['capacity', 'capacityBytes', 'bytes'],
    ['free', 'freeBytes', 'bytes'],
    ['age', 'createdAt', 'age'],
    ['description', 'description', undefined, 'wide'],
    ['labels', 'labels', undefined, 'wide'],
    ['id', 'id', undefined, 'wide'],
  ],
  attachment: [
    ['volume', 'volume.name'],
    ['node', 'node.name'],
    ['mode', 'mode'],
    ['state', 'state', 'state'],
    ['device', 'device'],
    ['open', 'open'],
    ['paths', 'paths', 'count'],
    ['age', 'createdAt', 'age'],
    ['transport', 'transport', undefined, 'wide'],
    ['reattach', 'reattach', undefined, 'wide'],
    ['id', 'id', undefined, 'wide'],
  ],
  job: [
    ['id', 'id'],
    ['kind', 'kind'],
    ['subject', 'subject.name'],
    ['state', 'state', 'state'],
    ['by', 'requestedBy'],
    ['age', 'createdAt', 'age'],
    ['error', 'error.message', undefined, 'wide'],
  ],
  event: [
    ['time', 'lastAt'],
    ['severity', 'severity', 'state'],
    ['kind', 'kind'],
    ['message', 'message'],
    ['subjects', 'subjects', 'names'],
    ['count', 'count', undefined, 'wide'],
    ['id', 'id', undefined, 'wide'],
  ],
  alert: [
    ['rule', 'rule'],
    ['severity', 'severity', 'state'],
    ['state', 'state', 'state'],
    ['subject', 'subject.name'],
    ['summary', 'summary'],
    ['age', 'startedAt', 'age'],
    ['id', 'id', undefined, 'wide'],
  ],
  user: [
    ['name', 'name'],
    ['role', 'role'],
    ['disabled', 'disabled'],
    ['age', 'createdAt', 'age'],
    ['id', 'id', undefined, 'wide'],
  ],
  server: [
    ['hostname', 'hostname'],
    ['version', 'version'],
    ['address', 'address'],
    ['online', 'online'],
    ['agents', 'agents'],
    ['started', 'startedAt', 'age'],
    ['id', 'id', undefined, 'wide'],
  ],
};

/** Whether rows of a kind have the columns that people need, not just its first plain fields. */
export const hasColumns = (noun: string): boolean => noun in SPECS;

/** Fields of every object that tell people nothing in a table. */
const NOT_SHOWN = new Set(['version', 'revision', 'updatedAt', 'params', 'code']);
/** So many plain fields of an unlisted kind fit a terminal. */
const MOST_PLAIN = 7;

/** A value by its path of fields. */
export const at = (object: unknown, path: Path): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], object);

function columnOf([title, path, form, wide]: Spec, most?: number): Column {
  return {
    title,
    value: (object) =>
      form === 'count'
        ? (at(object, path) as unknown[] | undefined)?.length
        : form === 'names'
          ? namesOf(at(object, path), most)
          : at(object, path),
    ...(wide ? { isWide: true } : {}),
    ...(form === 'bytes' || form === 'count' ? { isNumber: true } : {}),
    ...(form === 'state' ? { isState: true } : {}),
    ...(form === 'age' ? { isAge: true } : {}),
  };
}

/** Names in one cell. An event of many objects would make a line that no terminal shows. */
const MOST_NAMES = 3;

function namesOf(value: unknown, most = Number.POSITIVE_INFINITY): string {
  if (!Array.isArray(value)) return '';
  const names = value.map((each) => String((each as Found).name));
  return names.length <= most ? names.join(',') : `${names.slice(0, most).join(',')} and ${names.length - most} more`;
}

/** The columns of some objects. */
export function columnsOf(noun: string, objects: readonly Found[], isWide: boolean): Column[] {
  const specs = SPECS[noun];
  if (specs) return specs.map((spec) => columnOf(spec, isWide ? undefined : MOST_NAMES)).filter((column) => isWide || !column.isWide);
  const fields = [...new Set(objects.flatMap((object) => Object.keys(object)))].filter((field) => !NOT_SHOWN.has(field));
  const plain = fields.filter((field) => objects.every((object) => isPlain(object[field])));
  const ordered = ['name', 'title', ...plain].filter((field, index, every) => plain.includes(field) && every.indexOf(field) === index);
  return (isWide ? ordered : ordered.slice(0, MOST_PLAIN)).map((field) => columnOf([titleOf(field), field, formOf(field)]));
}

/** A field's name as words. */
const titleOf = (field: string): string =>
  /^\w+$/.test(field) ? field.replace(/(Bytes|At)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : field;

const formOf = (field: string): Spec[2] => {
  if (field.endsWith('Bytes')) return 'bytes';
  if (field === 'createdAt') return 'age';
  return /^(state|health|severity|result)$/.test(field) ? 'state' : undefined;
};

const isPlain = (value: unknown): boolean => {
  if (value === null || value === undefined || typeof value !== 'object') return true;
  const reference = value as Found;
  return typeof reference.name === 'string' && typeof reference.id === 'string';
};

/** Rows of texts for people. */
export const rowsOf = (columns: readonly Column[], objects: readonly Found[], now: number): string[][] =>
  objects.map((object) => columns.map((column) => textOf(column, column.value(object), now)));

function textOf({ isNumber, isAge }: Column, value: unknown, now: number): string {
  if (value === null || value === undefined || value === '') return '-';
  if (isAge && typeof value === 'string') return shortDuration((now - Date.parse(value)) / 1000);
  if (isNumber && typeof value === 'number' && value >= 1024) return formatBytes(value).replace(' ', '');
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(String).join(',');
  if (typeof value === 'object') return objectText(value as Record<string, unknown>);
  return String(value);
}

/** A reference by its name; labels as key=value. */
function objectText(value: Record<string, unknown>): string {
  if (typeof value.name === 'string') return value.name;
  const pairs = Object.entries(value).map(([key, each]) => `${key}=${String(each)}`);
  return pairs.length === 0 ? '-' : pairs.join(',');
}
