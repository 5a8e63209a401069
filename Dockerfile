# NOT RUN YET: written without a container engine at hand. Report what does not work.
# The server with what it needs to run, and nothing of the build: `docker build -t weft-server .`
FROM node:24-bookworm-slim AS build
WORKDIR /weft
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /weft
COPY --from=build /weft/node_modules node_modules
COPY --from=build /weft/packages/shared packages/shared
# Plans rehearse what agents would run.
COPY --from=build /weft/packages/agent packages/agent
COPY --from=build /weft/apps apps
RUN install -d -o node -g node /var/lib/weft-server
USER node
EXPOSE 4000
ENTRYPOINT ["node", "apps/server/bin/weft-server.js"]
CMD ["run"]
