#!/usr/bin/env bash
# Installs the third-party MCP clients for lab/clients, pinned, into the cache outside the checkout; a warm run needs no
# network. Prints the folder of the installation as the only line on stdout. A client that cannot be installed is named on stderr
# and omitted, and its tests are skipped.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

pins=$(cat python/requirements-*.txt node/package.json go/go.mod go/go.sum go/*.go | sha256sum | cut -c1-16)
cache=${SVC_TOOLCHAIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/svc-toolchain}/clients-$pins
mkdir -p "$cache"

say() { printf '%s\n' "$*" >&2; }

for requirements in python/requirements-*.txt; do
  name=${requirements#python/requirements-}
  name=${name%.txt}
  [ -e "$cache/$name/installed" ] && continue
  say "Installing $name"
  rm -rf "${cache:?}/$name"
  if python3 -m venv "$cache/$name" >&2 && "$cache/$name/bin/pip" install --quiet -r "$requirements" >&2; then
    touch "$cache/$name/installed"
  else
    say "Not installed: $name. It needs Python 3.11 or newer with venv, and PyPI for the first time."
  fi
done

if [ ! -e "$cache/node/installed" ]; then
  say 'Installing the npm packages'
  rm -rf "$cache/node" && mkdir -p "$cache/node" && cp node/package.json "$cache/node/"
  if (cd "$cache/node" && npm install --silent --no-package-lock --no-fund --no-audit >&2); then
    touch "$cache/node/installed"
  else
    say 'Not installed: the npm packages. They need the npm registry for the first time.'
  fi
fi

if [ ! -e "$cache/go/installed" ]; then
  mkdir -p "$cache/go"
  if ! command -v go >/dev/null; then
    say 'Not installed: the Go client. There is no go on PATH.'
  elif say 'Building the Go client (minutes on a slow machine)' && (cd go && go build -o "$cache/go/client" . >&2); then
    touch "$cache/go/installed"
  else
    say 'Not installed: the Go client did not build.'
  fi
fi

printf '%s\n' "$cache"
