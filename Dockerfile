# The production image. The server writes only to /data and /tmp.

FROM node:26.10.0-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY tools/embedded-postgres/package.json tools/embedded-postgres/
COPY tools/fakes/package.json tools/fakes/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --ignore-scripts
COPY domain domain
COPY web web
COPY tsconfig.base.json ./
RUN cd web && NODE_ENV=production node ../node_modules/vite/bin/vite.js build --logLevel warn

FROM node:26.10.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY tools/embedded-postgres/package.json tools/embedded-postgres/
COPY tools/fakes/package.json tools/fakes/
COPY server/package.json server/
COPY web/package.json web/
# Without the packages of the root, such as the pinned Node, which the base image has.
RUN npm ci --omit=dev --workspace @gaffer/server

FROM node:26.10.0-slim
# NODE_COMPILE_CACHE makes starts faster, the MALLOC settings keep memory small.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
  NODE_COMPILE_CACHE=/data/compiled MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin gaffer \
  && install -d -o gaffer -g gaffer -m 700 /data
COPY --from=packages /app ./
COPY domain domain
COPY tools/embedded-postgres tools/embedded-postgres
COPY server server
COPY --from=pages /app/web/dist web/dist
USER gaffer
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=40s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=20", "server/src/main.ts"]
