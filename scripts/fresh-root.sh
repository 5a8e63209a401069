#!/usr/bin/env bash
# Records `npm start` and `npm test` of this checkout's HEAD in a fresh Debian 12 that has nothing but Node and npm.
#   sudo scripts/fresh-root.sh start|test|all      logs: .cache/fresh-root/{start,test}.log
# Needs root (chroot, mounts), mmdebstrap and util-linux's script. The script makes the root each time, and it is removed at the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

what=${1:-all}
[[ $what =~ ^(start|test|all)$ ]] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
[[ $(id -u) == 0 ]] || { echo "fresh-root.sh needs root: it mounts and changes root" >&2; exit 1; }
command -v mmdebstrap script > /dev/null || { echo "apt-get install -y mmdebstrap bsdutils" >&2; exit 1; }

logs=$PWD/.cache/fresh-root
root=$(mktemp -d /var/tmp/weft-fresh-XXXXXX)
checkout=/home/weft/weft
mkdir -p "$logs"

cleanup() {
  mountpoint --quiet "$root/proc" && umount --recursive "$root/proc" "$root/sys" "$root/dev"
  # Never into a file system that is still mounted.
  rm --recursive --force --one-file-system "$root"
}
trap cleanup EXIT

make_root() {
  mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$root"
  cp "$(command -v node)" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -a "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  # This machine's name servers and certificate authorities are part of its network, not of the fresh system.
  cp --dereference /etc/resolv.conf /etc/hosts "$root/etc/"
  cp --dereference /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  chroot "$root" useradd --create-home --shell /bin/bash weft
  mkdir "$root$checkout"
  git archive HEAD | tar --extract --directory "$root$checkout"
  chroot "$root" chown --recursive weft: /home/weft
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount --make-rslave "$root/sys"
  mount --make-rslave "$root/dev"
}

# in_root USER COMMAND: as after a login of that user.
in_root() {
  local user=$1 home=/root
  shift
  [[ $user == root ]] || home=/home/$user
  env -i HOME="$home" USER="$user" LANG=C.UTF-8 TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt PIP_CERT=/etc/ssl/certs/ca-certificates.crt CI="${CI:-}" \
    chroot --userspec="$user" "$root" /bin/bash -c "cd $checkout && $*"
}

# One start in a terminal of its own, ended by Ctrl-C once the cluster is up (or by itself, with a remedy).
start_once() {
  local log=$1 keys began=$SECONDS
  keys=$(mktemp --dry-run)
  mkfifo "$keys"
  (
    exec 3> "$keys"
    for _ in $(seq 600); do
      sleep 0.5
      grep --quiet "the simulated cluster is up" "$log" 2> /dev/null && break
      grep --quiet "failed" "$log" 2> /dev/null && exit 0
    done
    echo "--- up after $((SECONDS - began)) s; now Ctrl-C" >> "$log"
    sleep 3
    printf '\003' >&3
    sleep 20
  ) &
  export -f in_root
  export root checkout
  SHELL=/bin/bash script --quiet --flush --append --return --command "in_root weft npm start" "$log" < "$keys" > /dev/null || echo "--- exit code $?" >> "$log"
  echo "--- ended after $((SECONDS - began)) s" >> "$log"
  wait
  rm "$keys"
}

record_start() {
  local log=$logs/start.log
  : > "$log"
  # Of a run that was interrupted: its words would be taken for those of this one.
  rm -f "$log.second" "$log.third"
  echo '--- $ npm start   (no root, nothing installed)' >> "$log"
  start_once "$log"
  local remedy
  remedy=$(sed -n 's/^  \(apt-get install .*\)\r$/\1/p' "$log" | head -n 1)
  if [[ -n $remedy ]]; then
    echo "--- as root: apt-get update && $remedy" >> "$log"
    in_root root "apt-get update -qq && $remedy" > "$logs/apt.log" 2>&1
    echo '--- $ npm start' >> "$log"
    start_once "$log.second"
    cat "$log.second" >> "$log"
  fi
  echo '--- $ npm start   (again: it finds its data)' >> "$log"
  start_once "$log.third"
  cat "$log.third" >> "$log"
  rm -f "$log.second" "$log.third"
  tail -n 60 "$log"
}

record_test() {
  # As CI does: as root, because set-up installs Debian packages.
  in_root root "npm test" 2>&1 | tee "$logs/test.log" | grep --line-buffered -E '^(=== |[0-9]+ passed|(setup|check|build|unit|medium|browser|lab) )' || true
  tail -n 1 "$logs/test.log"
}

make_root
[[ $what == test ]] || record_start
[[ $what == start ]] || record_test
