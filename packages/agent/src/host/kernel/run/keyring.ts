import { keyDescription } from '@weft/shared/identity';

/*
 * dm-crypt looks for a key of type `logon` in the keyrings of the process that loads the table (request_key(2)): thread, process and session keyring. A key of
 * this type cannot be read back by any process (keyctl(2)). The session keyring is new, has no name and ends with the last process in it: neither a killed
 * agent nor a failed command leaves the key behind. dm-crypt keeps a copy until its device is removed or gets another table.
 */

/** $1: description of the key, $2: the table, then the command. The key in base64 is on the standard input. */
const SCRIPT = `base64 -d | keyctl padd logon "$1" @s >&2 && printf '%s\\n' "$2" | { shift 2 && "$@"; }`;

/** The command in a session keyring with the key; it reads `table` on its standard input. */
export const withKeyring = (keyId: string, table: string, argv: readonly string[]): string[] => [
  ...['keyctl', 'session', '-', 'sh', '-c', SCRIPT, 'weft'],
  ...[keyDescription(keyId), table, ...argv],
];
