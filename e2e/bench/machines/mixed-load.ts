export const depths = [1, 16];

/** fio(1): 4 KiB random I/O, 70 % reads, at the given queue depth. */
export const mixedLoad = (device: string, depth: number): string[] => [
  ...['fio', '--name=bench', `--filename=${device}`, '--size=100%', '--rw=randrw', '--rwmixread=70', '--bs=4k'],
  ...[`--iodepth=${depth}`, '--ioengine=libaio', '--direct=1', '--norandommap'],
];
