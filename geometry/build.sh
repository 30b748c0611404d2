#!/usr/bin/env bash
# Builds geometry/pkg: the two WASM modules, their JS glue and types, and the digest of the sources that it was built from.
# Needs the tools that .ci/toolchain.sh installs. wasm-opt is used from node_modules (package binaryen).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. "$(.ci/toolchain.sh)"
export PATH="$PWD/node_modules/.bin:$PATH"
command -v wasm-opt >/dev/null || {
  echo 'wasm-opt is missing: run npm install first (package binaryen).' >&2
  exit 1
}

# Plain source paths in panic messages: the same bytes on every machine. 1.5 GiB is the ceiling of one instance.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
export RUSTFLAGS="-C target-feature=+simd128,+bulk-memory -C link-arg=--max-memory=1610612736 \
--remap-path-prefix=$cargo_home/registry/src/=registry/ --remap-path-prefix=$PWD/=./"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/wasm

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
build() { # name, arguments of wasm-pack...
  local name=$1
  shift
  wasm-pack --quiet build geometry --mode no-install --target web --no-pack --out-dir "$out" --out-name "$name" "$@"
}
build geometry --release
# Only measures STL files: the part of the core that a page needs before its first price.
build measuring --profile small --no-default-features
mkdir -p geometry/pkg
cp "$out"/{geometry,measuring}{.js,.d.ts,_bg.wasm,_bg.wasm.d.ts} geometry/pkg/

# What a build depends on; tests inside the crate do not count. Same rule: test/geometry/build.test.ts.
{
  find geometry/src geometry/Cargo.toml geometry/build.sh Cargo.toml Cargo.lock -type f ! -name '*.md' ! -path '*/tests/*' ! -name 'tests.rs' ! -name 'testing.rs' |
    LC_ALL=C sort | xargs sha256sum
} >geometry/pkg/sources.sha256
ls -l geometry/pkg/*.wasm
