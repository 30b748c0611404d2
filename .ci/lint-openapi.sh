#!/usr/bin/env bash
# Lints the OpenAPI document with Spectral and the rules of .ci/openapi-rules.yaml, and all its forms (3.1, 3.0, YAML) with Redocly and
# the rules of .ci/redocly.yaml. Both are installed once, pinned, into the cache outside the checkout, so a warm run needs no network. If
# npm cannot install them, prints a line and skips the check. Fails on any finding.
set -uo pipefail
[ $# -eq 0 ] || {
  echo "Usage: npm run lint:openapi" >&2
  exit 2
}
cd "$(dirname "${BASH_SOURCE[0]}")/.."

linters='@stoplight/spectral-cli@6.15.0 @redocly/cli@2.38.0'
cache=${SVC_TOOLCHAIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/svc-toolchain}/openapi-linters-6.15.0-2.38.0

if [ ! -e "$cache/installed" ]; then
  rm -rf "$cache" && mkdir -p "$cache"
  # shellcheck disable=SC2086
  if ! npm install --silent --no-fund --no-audit --ignore-scripts --prefix "$cache" $linters; then
    rm -rf "$cache"
    echo 'Skipped: Spectral and Redocly need the npm registry for the first time.'
    exit 0
  fi
  touch "$cache/installed"
fi
mkdir -p target

# Prints the document as a farm publishes it, because a server on this machine would be a finding.
print() {
  node server/local/launcher/launch.mjs server/http/openapi/print.ts https://print.farm.test "$1"
}
print 3.1 >target/openapi.json || exit 1
print 3.0 >target/openapi-3.0.json || exit 1
print yaml >target/openapi.yaml || exit 1

"$cache/node_modules/.bin/spectral" lint target/openapi.json --ruleset .ci/openapi-rules.yaml --fail-severity hint --format text || exit 1
# Redocly writes everything to stderr, and does not fail on warnings.
found=$(REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true "$cache/node_modules/.bin/redocly" lint --config .ci/redocly.yaml \
  --format stylish target/openapi.json target/openapi-3.0.json target/openapi.yaml 2>&1)
code=$?
if [ $code -ne 0 ] || grep -qE '(warning|error) ' <<<"$found"; then
  echo "$found"
  exit 1
fi
