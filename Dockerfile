# The server with its console and its dependencies: `docker build -t weft-server .`
# The image has no shell and no package manager, runs as user 65532 (nonroot), and writes nothing but /var/lib/weft-server:
# run it with a read-only root file system. Settings come from the environment (docs/configuration.md).
FROM node:24-bookworm-slim AS build
WORKDIR /weft
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && node apps/server/packaging/build-deb.mjs /deb \
  && dpkg-deb -x /deb/weft-server_*.deb /server && mkdir -p /server/data

FROM gcr.io/distroless/nodejs24-debian12:nonroot
COPY --from=build /server/usr/lib/weft-server /usr/lib/weft-server
COPY --from=build /weft/apps/server/packaging/container-health.mjs /usr/lib/weft-server/container-health.mjs
# The administrator's first password. A named volume takes its owner from here.
COPY --from=build --chown=65532:65532 /server/data /var/lib/weft-server
USER 65532:65532
EXPOSE 4000
# `--start-period`: the first start migrates the database.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["/nodejs/bin/node", "/usr/lib/weft-server/container-health.mjs"]
ENTRYPOINT ["/nodejs/bin/node", "/usr/lib/weft-server/apps/server/bin/weft-server.js"]
CMD ["run"]
