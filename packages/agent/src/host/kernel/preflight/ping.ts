import { isIPv6 } from 'node:net';
import type { Probe, ProbeOutcome } from '@weft/shared/messages/host-facts';
import { HostError } from '../../host.js';
import type { RunCommand } from '../run/command.js';

/** IPv4 and ICMP headers: 20 and 8 bytes; IPv6 and ICMPv6: 40 and 8 (RFC 791, RFC 792, RFC 8200, RFC 4443). */
const headerBytes = (address: string) => (isIPv6(address) ? 48 : 28);
const SMALL_BYTES = 84;
/** ping(8): no answer. Other pings use the same code for options that they do not know. */
const UNANSWERED = 1;
/** The summary of iputils' ping, also without an answer. */
const SENT = /packets transmitted/;
const SECONDS = 5;

/** Two packets that may not be fragmented (ping(8), -M do), each answered within a second. */
export const pingCommand = ({ from, to }: Probe, bytes: number): string[] => [
  ...['ping', '-n', '-q', '-M', 'do', '-c', '2', '-i', '0.3', '-W', '1', '-s', String(bytes - headerBytes(to)), '-I', from, to],
];

/** A large packet first; only when it is lost, a small one, which tells a blocked size from a lost path. */
export async function probeBy(run: RunCommand, probe: Probe): Promise<ProbeOutcome> {
  const answers = async (bytes: number): Promise<boolean | null> => {
    try {
      const { exitCode, stdout } = await run(pingCommand(probe, bytes), { seconds: SECONDS, accept: [UNANSWERED] });
      return SENT.test(stdout) ? exitCode === 0 : null;
    } catch (error) {
      // No ping here, an address that is not there any more, or another ping than iputils'.
      if (error instanceof HostError) return null;
      throw error;
    }
  };
  const large = await answers(probe.bytes);
  if (large !== false) return { ...probe, result: large ? 'passed' : 'unknown' };
  const small = await answers(SMALL_BYTES);
  return { ...probe, result: small === null ? 'unknown' : small ? 'too-large' : 'lost' };
}
