import { type FileSystem, fileSystems } from '../../controller/capabilities.js';
import { type Content, NO_SIGNATURE } from '../host.js';
import type { Ran } from './run.js';

type Run = (program: string, args: readonly string[]) => Promise<Ran>;

/** Signatures of file systems and partition tables lie in it, at both ends. */
const END_BYTES = 2 ** 20;

/**
 * What is on a device. blkid(8) ends with 2 both for a blank device and for one that it cannot open, so its word alone never means blank:
 * wipefs(8) must have read it too, and for a device that Weft has zeroed so must cmp(1), at both ends.
 */
export async function probe(run: Run, path: string, sizeBytes: number, zeroedIfBlank: boolean): Promise<Content> {
  const blkid = await run('blkid', ['--probe', '--output', 'export', path]);
  if (blkid.code === 0) return contentOf(blkid.stdout);
  if (blkid.code !== 2) return { state: 'unknown', why: `blkid ended with ${blkid.code}: ${blkid.stderr.trim()}` };
  const wipefs = await run('wipefs', ['--no-act', '--json', path]);
  if (wipefs.code !== 0 || wipefs.stderr.trim() !== '')
    return { state: 'unknown', why: `wipefs ended with ${wipefs.code}: ${wipefs.stderr.trim()}` };
  const signatures = signaturesIn(wipefs.stdout);
  if (!signatures) return { state: 'unknown', why: `wipefs printed ${wipefs.stdout.trim().slice(0, 200)}` };
  if (signatures.length > 0) return { state: 'other', what: signatures.join(', ') };
  if (!zeroedIfBlank) return readable(run, path, sizeBytes);
  for (const offset of endsOf(sizeBytes)) {
    const cmp = await run('cmp', ['--silent', `--bytes=${END_BYTES}`, `--ignore-initial=${offset}:0`, path, '/dev/zero']);
    if (cmp.code === 1) return { state: 'other', what: NO_SIGNATURE };
    if (cmp.code !== 0) return { state: 'unknown', why: `cmp ended with ${cmp.code}: ${cmp.stderr.trim()}` };
  }
  return { state: 'blank' };
}

/** Space that was never written reads as noise through dm-crypt: only the reading itself can be checked. */
async function readable(run: Run, path: string, sizeBytes: number): Promise<Content> {
  for (const offset of endsOf(sizeBytes)) {
    const args = [`if=${path}`, 'of=/dev/null', `bs=${END_BYTES}`, 'count=1', `skip=${offset}`, 'iflag=skip_bytes', 'status=none'];
    const dd = await run('dd', args);
    if (dd.code !== 0) return { state: 'unknown', why: `dd ended with ${dd.code}: ${dd.stderr.trim()}` };
  }
  return { state: 'blank' };
}

const endsOf = (sizeBytes: number): number[] => [0, Math.max(0, sizeBytes - END_BYTES)];

function contentOf(stdout: string): Content {
  const values = Object.fromEntries(stdout.split('\n').flatMap((line) => (line.includes('=') ? [line.split(/=(.*)/s).slice(0, 2)] : [])));
  const { TYPE: type, PTTYPE: table, USAGE: usage } = values as Record<string, string | undefined>;
  if (type !== undefined && fileSystems.includes(type as FileSystem) && table === undefined)
    return { state: 'file-system', type: type as FileSystem };
  if (type === undefined && table === undefined) return { state: 'unknown', why: `blkid printed ${stdout.trim().slice(0, 200)}` };
  return { state: 'other', what: [type, table && `a partition table (${table})`, usage].filter(Boolean).join(', ') };
}

/** @returns types of the signatures; undefined: it is no answer of wipefs. Without a signature it prints nothing (util-linux 2.38). */
function signaturesIn(stdout: string): string[] | undefined {
  if (stdout.trim() === '') return [];
  try {
    const { signatures } = JSON.parse(stdout) as { signatures?: { type?: string }[] };
    return signatures?.map(({ type }) => type ?? 'an unnamed signature');
  } catch {
    return undefined;
  }
}
