#!/usr/bin/env bash
# The bucket's tests on fake-gcs-server (Go), a server that is not ours. Builds it into .tools on the first run, which takes some
# minutes; skipped where Go is absent.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=v1.56.1
folder=$PWD/.tools/fake-gcs-server-$version

if ! command -v go >/dev/null; then
  echo 'Skipped: fake-gcs-server needs Go.'
  exit 0
fi
if [ ! -x "$folder/fake-gcs-server" ]; then
  GOBIN=$folder go install "github.com/fsouza/fake-gcs-server@$version"
fi
FAKE_GCS_SERVER=$folder/fake-gcs-server npm test --silent -- test/adapters/storage/object-store-server.test.ts
