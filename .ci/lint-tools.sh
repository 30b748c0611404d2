#!/usr/bin/env bash
# Lints the agent tools' definitions with tdqs (PyPI), which applies the rules of a public definition-quality score. It is installed once,
# pinned, into the cache, so a warm run needs no network. If Python cannot install it, prints a line and skips the check. Fails on any
# finding except the one listed below with its reason.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=0.1.0
venv=${SVC_TOOLCHAIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/svc-toolchain}/tdqs-$version

if [ ! -x "$venv/bin/tdqs" ]; then
  rm -rf "$venv"
  if ! python3 -m venv "$venv" 2>/dev/null || ! "$venv/bin/pip" install --quiet "tdqs==$version"; then
    rm -rf "$venv"
    echo 'Skipped: tdqs needs Python 3 with venv, and PyPI for the first time.'
    exit 0
  fi
fi
mkdir -p target

"$venv/bin/python" - test/mcp/tools/definitions <<'PYTHON' >target/tools.json || exit 1
import json, pathlib, sys
files = sorted(pathlib.Path(sys.argv[1]).glob('*.json'))
print(json.dumps({'tools': [json.loads(file.read_text()) for file in files]}))
PYTHON

"$venv/bin/tdqs" lint --file target/tools.json --server-name svc --format json --fail-on never --output target/tools-lint.json || exit 1

"$venv/bin/python" - target/tools-lint.json <<'PYTHON'
import json, sys
# contract.md 5.6 requires nine arguments of create_print_order. The rule compares only the numbers of required arguments, and demands
# what the descriptions already state: that no other tool places an order.
allowed = {('shadow-candidate', 'create_print_order')}
report = json.load(open(sys.argv[1]))
tools, findings = report['tools'], report['findings']
bad = [f for f in findings if (f['rule'], f['tool']) not in allowed]
for finding in bad:
    print(f"{finding['severity']} {finding['rule']}: {finding['message']}")
print(f'{len(tools)} tools, {len(bad)} findings, {len(findings) - len(bad)} expected')
sys.exit(1 if bad or len(tools) != 11 else 0)
PYTHON
