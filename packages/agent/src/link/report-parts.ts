import { MAX_MESSAGE_BYTES } from '@weft/shared/messages/bounded';
import type { ObjectStatus, Report } from '@weft/shared/messages/report';

/** Leaves room for the rest of the message around a report. */
const MOST_BYTES = MAX_MESSAGE_BYTES - 64 * 1024;

/**
 * Splits a report into messages within the size limit, usually one. A full report in several messages is sent as changes: only a single message can mean that
 * there is nothing else. History, loss and problems go with each message, orphans with the first one.
 */
export function reportParts(report: Report, mostBytes = MOST_BYTES): Report[] {
  const objects = report.objects.map(measured);
  const total = objects.reduce((sum, { bytes }) => sum + bytes, bytesOf({ ...report, objects: [] }));
  if (total <= mostBytes) return [report];
  const rest: Report = { ...report, full: false, orphans: null };
  const parts: Report[] = [];
  let part: Report = { ...rest, objects: [], orphans: report.orphans };
  let bytes = bytesOf(part);
  for (const each of objects) {
    const { object, bytes: more } = each.bytes > mostBytes / 2 ? measured(withoutOutput(each.object)) : each;
    if (bytes + more > mostBytes) {
      parts.push(part);
      part = { ...rest, objects: [] };
      bytes = bytesOf(part);
    }
    part.objects.push(object);
    bytes += more;
  }
  return [...parts, part];
}

/** With the comma that separates it. */
const measured = (object: ObjectStatus) => ({ object, bytes: bytesOf(object) + 1 });

/** The status without the data of its reason, the command, its output and the device's holders. */
function withoutOutput(status: ObjectStatus): ObjectStatus {
  if (!status.reason) return status;
  const { command, stderr, processes, params, ...reason } = status.reason;
  return { ...status, reason };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
