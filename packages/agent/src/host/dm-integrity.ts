/** A dm-integrity device, as its status tells (Documentation/admin-guide/device-mapper/dm-integrity.rst). */
export interface DmIntegrity {
  name: string;
  /** Reads whose checksum was wrong, since its table was loaded. */
  checksumErrors: number;
  /** Bytes from its start whose checksums are computed; reads behind them are not verified. Null: all are. */
  coveredBytes: number | null;
}
