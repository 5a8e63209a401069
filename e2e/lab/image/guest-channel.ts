/**
 * The guest's end of the command channel: one TCP connection per command, served by busybox nc (small root) or a systemd socket (Debian
 * root). The host's end is machines/channel.ts.
 *
 * host → guest   one line: the script in base64; then its standard input until the host closes its end
 * guest → host   `weft-channel <process group>\n` at once; when the script has ended `exit <code> <stdout bytes> <stderr bytes>\n`
 *                and both outputs. The guest keeps output in /run until then, so that a background process cannot delay the answer.
 */
export const channelPort = 514;

export const channelPath = '/usr/lib/weft-lab/channel';

/**
 * Shell line that ends when the guest listens on the channel's port. init starts its scripts before busybox nc, and QEMU resets a connection
 * to a port on which nobody listens. The host gives up at its boot time-out. `tables`: files in the format of /proc/net/tcp (proc(5)).
 */
export const waitForChannel = (tables = '/proc/net/tcp /proc/net/tcp6'): string =>
  `until grep -qs ':${channelPort.toString(16).toUpperCase().padStart(4, '0')} [0-9A-F]*:0000 0A ' ${tables}; do sleep 0.1; done`;

/**
 * Runs in its own session: killing its process group ends everything that it started. busybox needs no other programs for the lines below;
 * an emulated machine takes 0.1 s to start a dynamically linked one.
 */
export const channelScript = ({ shell, setsid }: { shell: string; setsid: string }): string => `#!${shell}
[ "$1" = session ] || exec /usr/bin/env --default-signal=CHLD,PIPE ${setsid} ${shell} ${channelPath} session
read -r request || exit 0
dir=/run/weft-lab/$$
mkdir -p "$dir"
printf %s "$request" | base64 -d > "$dir/script"
echo "weft-channel $$"
cd /root
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin HOME=/root
/bin/sh "$dir/script" > "$dir/stdout" 2> "$dir/stderr"
code=$?
echo "exit $code $(stat -c %s "$dir/stdout") $(stat -c %s "$dir/stderr")"
cat "$dir/stdout" "$dir/stderr"
rm -rf "$dir"
`;
