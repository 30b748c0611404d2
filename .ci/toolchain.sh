#!/usr/bin/env bash
# Installs the missing tools for a WASM build of geometry/: the wasm32 standard library, wasm-bindgen's CLI and wasm-pack. Idempotent.
# Everything is installed outside the checkout, so a warm run takes seconds. Prints, as the only line on stdout, the path of a file to
# source before building: . "$(.ci/toolchain.sh)"
set -euo pipefail

target=wasm32-unknown-unknown
wasm_pack_version=0.15.1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The CLI must match the crate's pinned version exactly.
wasm_bindgen_version=$(sed -n 's/^wasm-bindgen = "=\([0-9.]*\)".*/\1/p' "$root/geometry/Cargo.toml")
cache=${SVC_TOOLCHAIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/svc-toolchain}
mkdir -p "$cache/bin"
export PATH="$cache/bin:${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

say() { printf '%s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# Succeeds when the compiler `$1` has a standard library for the target.
has_std() {
  local sysroot
  command -v "$1" >/dev/null || return 1
  sysroot=$("$1" --print sysroot 2>/dev/null) || return 1
  compgen -G "$sysroot/lib/rustlib/$target/lib/libstd-*.rlib" >/dev/null
}

# Debian ships no prebuilt wasm32 std, but it ships the compiler, the linker and the library's source. Builds the library once, caches the
# result by compiler version, and installs it where the compiler searches.
install_debian_std() {
  command -v apt-get >/dev/null || {
    say "No $target standard library: 'rustup target add $target' failed and this is not a Debian system."
    return 1
  }
  if ! dpkg -s rustc-web cargo-web rust-web-src rust-web-llvm lld-22 >/dev/null 2>&1; then
    say 'Installing the Debian Rust toolchain for WebAssembly (about 75 s)'
    as_root apt-get update -qq >&2
    as_root apt-get install -y -qq rustc-web cargo-web rust-web-src rust-web-llvm lld-22 >&2
  fi
  local version libs work
  version=$(/usr/bin/rustc --version | cut -d' ' -f2)
  libs="$cache/std-$version"
  if [ ! -d "$libs" ]; then
    say "Building the $target standard library once (about 2 CPU minutes)"
    work=$(mktemp -d)
    mkdir -p "$work/src"
    printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2024"\n[lib]\n' >"$work/Cargo.toml"
    : >"$work/src/lib.rs"
    # Paths of this machine must not appear in panic messages; geometry/build.sh does the same for the crate.
    (cd "$work" && PATH="/usr/bin:$PATH" RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$work/target" \
      RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src/=registry/" nice /usr/bin/cargo build \
      --quiet --release --target "$target" -Z build-std=std,panic_abort,proc_macro,test >&2)
    rm -rf "$libs.part" && mkdir -p "$libs.part"
    find "$work/target/$target/release/deps" -name '*.rlib' ! -name 'libempty-*' -exec cp {} "$libs.part" \;
    mv "$libs.part" "$libs"
    rm -rf "$work"
  fi
  local into
  into="$(/usr/bin/rustc --print sysroot)/lib/rustlib/$target/lib"
  as_root mkdir -p "$into"
  as_root cp "$libs"/*.rlib "$into"
}

first=''
if has_std rustc; then
  :
elif has_std /usr/bin/rustc; then
  first=/usr/bin
elif command -v rustup >/dev/null && timeout 120 rustup target add "$target" >&2; then
  :
else
  install_debian_std
  first=/usr/bin
fi

install_cli() { # name, version, extra cargo arguments
  local name=$1 version=$2
  shift 2
  if [ "$("$cache/bin/$name" --version 2>/dev/null | cut -d' ' -f2)" = "$version" ]; then return; fi
  say "Installing $name $version (a few CPU minutes)"
  nice cargo install --quiet --root "$cache" "$name_crate" --version "$version" "$@" >&2
}
name_crate=wasm-bindgen-cli install_cli wasm-bindgen "$wasm_bindgen_version"
name_crate=wasm-pack install_cli wasm-pack "$wasm_pack_version" --locked

{
  printf '# Written by .ci/toolchain.sh: source it before a WASM build.\n'
  printf 'export PATH="%s%s/bin:$PATH"\n' "${first:+$first:}" "$cache"
} >"$cache/env.sh"
printf '%s\n' "$cache/env.sh"
