import protobuf from 'protobufjs/minimal.js';
import { compress } from 'snappyjs';

/** One sample of one series. */
export interface ExportedSample {
  /** Sorted by name, each name once. */
  labels: readonly (readonly [name: string, value: string])[];
  value: number;
  /** Milliseconds since 1970. */
  at: number;
}

/* Tags of the fields of prompb.WriteRequest ("Prometheus Remote-Write 1.0 specification", Protocol): number of the field * 8 + wire type. */
const TIMESERIES = 10;
const LABELS = 10;
const SAMPLES = 18;
const NAME = 10;
const LABEL_VALUE = 18;
const VALUE = 9;
const TIMESTAMP = 16;

/** A `prompb.WriteRequest`, compressed by Snappy's block format. */
export function writeRequest(samples: readonly ExportedSample[]): Buffer {
  const writer = protobuf.Writer.create();
  for (const { labels, value, at } of samples) {
    writer.uint32(TIMESERIES).fork();
    for (const [name, text] of labels) writer.uint32(LABELS).fork().uint32(NAME).string(name).uint32(LABEL_VALUE).string(text).ldelim();
    writer.uint32(SAMPLES).fork().uint32(VALUE).double(value).uint32(TIMESTAMP).int64(at).ldelim();
    writer.ldelim();
  }
  return compress(Buffer.from(writer.finish()));
}
