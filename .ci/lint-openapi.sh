#!/usr/bin/env bash
# Lints the OpenAPI document with Spectral and the rules of .ci/openapi-rules.yaml. Spectral is installed once, pinned, into the cache
# outside the checkout; a warm run needs no network. Skipped, with a line, where npm cannot install it. Any finding fails.
set -uo pipefail
[ $# -eq 0 ] || {
  echo "Usage: npm run lint:openapi" >&2
  exit 2
}
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=6.15.0
cache=${SVC_TOOLCHAIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/svc-toolchain}/spectral-$version

if [ ! -e "$cache/installed" ]; then
  rm -rf "$cache" && mkdir -p "$cache"
  if ! npm install --silent --no-fund --no-audit --ignore-scripts --prefix "$cache" "@stoplight/spectral-cli@$version"; then
    rm -rf "$cache"
    echo 'Skipped: Spectral needs the npm registry for the first time.'
    exit 0
  fi
  touch "$cache/installed"
fi
mkdir -p target

node server/local/launcher/launch.mjs server/http/openapi/print.ts >target/openapi.json || exit 1
"$cache/node_modules/.bin/spectral" lint target/openapi.json --ruleset .ci/openapi-rules.yaml --fail-severity hint --format text
