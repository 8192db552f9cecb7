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
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/dist dist
COPY data data
# A number, so that Kubernetes can verify runAsNonRoot; the files above are root's.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --start-period=10s --start-interval=500ms --interval=15s --timeout=3s --retries=3 \
  CMD ["node", "-e", "http.get(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))"]
CMD ["node", "dist/server.js"]
