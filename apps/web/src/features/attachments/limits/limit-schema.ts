import { type IoLimits, ioLimitsSchema, limitsOrNone } from '@weft/shared/limits/io-limits';
import { z } from 'zod';
import { numberText, sizeText } from '../../../forms/fields-schema.js';
import { exactSize } from '../../../forms/size-text.js';

const { shape } = ioLimitsSchema;
const NONE = { is: null };

/** An empty field is no limit. */
export const limitFields = {
  readRate: sizeText(shape.readBytesPerSecond, NONE),
  writeRate: sizeText(shape.writeBytesPerSecond, NONE),
  readIops: numberText(shape.readIops, { empty: NONE }),
  writeIops: numberText(shape.writeIops, { empty: NONE }),
};
type Fields = { [Name in keyof typeof limitFields]: string };
type Values = { [Name in keyof typeof limitFields]: number | null };

export const limitsOf = ({ readRate, writeRate, readIops, writeIops }: Values): IoLimits | null =>
  limitsOrNone({ readBytesPerSecond: readRate, writeBytesPerSecond: writeRate, readIops, writeIops });

export const limitSchema = z.object(limitFields).transform((values) => ({ limits: limitsOf(values) }));

export const formOfLimits = (limits: IoLimits | null): Fields => ({
  readRate: limits?.readBytesPerSecond ? exactSize(limits.readBytesPerSecond) : '',
  writeRate: limits?.writeBytesPerSecond ? exactSize(limits.writeBytesPerSecond) : '',
  readIops: limits?.readIops ? String(limits.readIops) : '',
  writeIops: limits?.writeIops ? String(limits.writeIops) : '',
});
