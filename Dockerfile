# syntax=docker/dockerfile:1

# The package is the same for every platform, so it is built once, on the platform of the builder.
FROM --platform=$BUILDPLATFORM node:22-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run package && mkdir data

# Node and nothing else: no shell, no package manager. For amd64 and arm64.
FROM gcr.io/distroless/nodejs22-debian12:nonroot
LABEL org.opencontainers.image.title="crm-sandbox" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /source/dist/package/package.json /source/dist/package/LICENSE /app/
COPY --from=build /source/dist/package/bin /app/bin
COPY --from=build /source/dist/package/dist /app/dist
COPY --from=build --chown=65532:65532 /source/data /data
ENV CRM_SANDBOX_HOST=0.0.0.0 \
    CRM_SANDBOX_EXPOSE=true
WORKDIR /data
VOLUME /data
USER 65532:65532
EXPOSE 4080
HEALTHCHECK --interval=2s --timeout=5s --start-period=30s --retries=5 \
  CMD ["/nodejs/bin/node", "/app/bin/crm-sandbox.js", "wait", "--timeout", "3s"]
ENTRYPOINT ["/nodejs/bin/node", "/app/bin/crm-sandbox.js"]
CMD ["start"]
