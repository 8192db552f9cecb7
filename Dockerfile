FROM node:26-trixie-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY tsconfig*.json ./
COPY src src
RUN npm run build

# From the lock file alone: a change of the source leaves this layer as it is.
FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev

FROM base
LABEL org.opencontainers.image.title="business-facts" \
      org.opencontainers.image.description="One folder of facts about a business, served as a JSON API that people and AI agents can read" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="1.0.0"
ENV NODE_ENV=production
# The C library then gives the memory of large buffers back when they are freed. Otherwise it holds up to 60 MB, and with
# as much data as is supported a few reloads would exceed the limit of docker-compose.yml.
ENV MALLOC_TRIM_THRESHOLD_=131072
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY site site
COPY data data
# A number: of a name, Kubernetes cannot tell that it is not root. The files stay root's, so the server cannot change them.
USER 1000:1000
EXPOSE 3000
# Not set, the engine takes any signal for a stop, SIGHUP too, and no longer restarts a server that fails.
STOPSIGNAL SIGTERM
# http.get takes under half the processor time of fetch; an error that nobody handles is exit code 1.
HEALTHCHECK --start-period=10s --start-interval=500ms --interval=15s --timeout=3s --retries=3 \
  CMD ["node", "-e", "http.get(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))"]
# As npm start does: of memory, Node.js takes what it finds, and collects garbage late. With these it stays far from the
# limit, and no answer is measurably slower.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=25", "dist/src/server.js"]
