// Programs that tests need and a machine may lack. Without them, their tests are skipped, and the end of a run names them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasClientPrograms } from '../postgres/client-programs.ts'

type Need = { readonly what: string; readonly isThere: () => boolean }

const shared = join(import.meta.dir, '../../../../shared')
const onPath = (...programs: readonly string[]) =>
  programs.some((program) => Bun.which(program) !== null)

const needs: readonly Need[] = [
  { what: 'real-world models', isThere: () => existsSync(join(shared, 'corpus')) },
  { what: 'real sliced files', isThere: () => existsSync(join(shared, 'sliced-samples')) },
  { what: 'real slicer', isThere: () => onPath('prusa-slicer') },
  { what: 'browser', isThere: () => onPath('chromium', 'chromium-browser', 'google-chrome') },
  { what: 'Prometheus', isThere: () => onPath('promtool') && onPath('amtool') },
  { what: 'Caddy', isThere: () => onPath('caddy') },
  { what: "PostgreSQL's client programs", isThere: hasClientPrograms },
  { what: 'HAProxy', isThere: () => onPath('haproxy') },
  { what: 'Deno', isThere: () => onPath('deno') },
  { what: 'Rust', isThere: () => onPath('cargo') },
]

/** Returns `Not checked on this machine: real slicer, HAProxy.`, or null when nothing is missing. */
export function notCheckedLine(list: readonly Need[] = needs): string | null {
  const missing = list.filter(({ isThere }) => !isThere()).map(({ what }) => what)
  return missing.length === 0 ? null : `Not checked on this machine: ${missing.join(', ')}.`
}
