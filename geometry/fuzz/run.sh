#!/usr/bin/env bash
# Runs fuzz targets: geometry/fuzz/run.sh MINUTES [target...]. Needs cargo-fuzz (cargo install
# cargo-fuzz). Any compiler works, because the crate has no unsafe code and no sanitizer is used.
# New inputs are stored outside the tree, in FUZZ_DIR. A found case is printed; move it to
# corpus/<target>/found-<what> after its analysis.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
minutes=${1:?minutes for each target}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(stl obj glb gltf threemf gcode repair write)
dir=${FUZZ_DIR:-${TMPDIR:-/tmp}/geometry-fuzz}
export RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$dir/target}
mkdir -p "$dir"

nice -n 19 cargo fuzz build --fuzz-dir . --sanitizer none --release
status=0
for target in "${targets[@]}"; do
  mkdir -p "$dir/$target" "$dir/found/$target"
  # Inputs have at most 64 kB. A parser may take at most 1 s per MB. Memory: the harness allows
  # 100,000 triangles.
  nice -n 19 cargo fuzz run --fuzz-dir . --sanitizer none --release "$target" "$dir/$target" "corpus/$target" -- \
    -max_total_time=$((minutes * 60)) -max_len=65536 -timeout=2 -rss_limit_mb=512 -print_final_stats=1 \
    -artifact_prefix="$dir/found/$target/" -verbosity=0 || status=1
done
find "$dir/found" -type f
exit $status
