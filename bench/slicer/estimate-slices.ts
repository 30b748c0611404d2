// The reference for the estimate: PrusaSlicer by its bare command line, at the lowest priority, and
// the figures of its G-code. Slices can be cached as JSON in a folder, because a full set takes
// half an hour.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Slice = { cm3: number; seconds: number; layers: number }

const profile = join(import.meta.dir, '../../slicer-bridge/profiles/farm-quote.ini')
const slicer = process.env['SLICER_PATH'] ?? 'prusa-slicer'
/** Filament volume per mm of length, for a diameter of 1.75 mm. */
const cm3PerMm = (Math.PI * 1.75 ** 2) / 4 / 1000
const maxSeconds = 300

const isSlicerInstalled = () => Bun.which(slicer) !== null

/** Returns how to install the slicer, or null if it is installed. */
export const missingSlicer = (): string | null =>
  isSlicerInstalled()
    ? null
    : 'prusa-slicer is not on PATH: install it, or name another path in SLICER_PATH.'

/** Returns the version that the slicer reports; empty where it is not installed. */
export function slicerVersion(): string {
  if (!isSlicerInstalled()) return ''
  const text = Bun.spawnSync([slicer, '--help']).stdout.toString()
  return /PrusaSlicer-\d+(?:\.\d+)+/.exec(text)?.[0].replace('-', ' ') ?? 'PrusaSlicer'
}

/**
 * Slices a placed STL, by default without supports. Returns `null` when the slicer refuses it or
 * takes too long.
 */
export function slice(
  stl: string,
  infill: number,
  scratch: string,
  cache: string | null,
  supports = false,
): Slice | null {
  const bytes = readFileSync(stl)
  const settingsKey = `${infill}${supports ? ' with supports' : ''}`
  const key = createHash('sha256').update(bytes).update(readFileSync(profile)).update(settingsKey)
  const cached = cache === null ? null : join(cache, `${key.digest('hex')}.json`)
  if (cached !== null && existsSync(cached)) {
    // The code below writes this format.
    return JSON.parse(readFileSync(cached, 'utf8')) as Slice | null
  }
  const gcode = join(scratch, 'out.gcode')
  rmSync(gcode, { force: true })
  const command = ['nice', '-n', '19', 'timeout', `${maxSeconds}`, slicer, '--export-gcode']
  const settings = {
    load: profile,
    center: '170,160',
    'layer-height': '0.2',
    'first-layer-height': '0.2',
    'fill-density': `${infill}%`,
    'fill-pattern': infill === 100 ? 'rectilinear' : 'grid',
    'nozzle-diameter': '0.4',
    'filament-max-volumetric-speed': '12',
    output: gcode,
  }
  for (const [name, value] of Object.entries(settings)) command.push(`--${name}`, value)
  const flags = supports
    ? ['--support-material', '--support-material-auto']
    : ['--no-support-material']
  const run = Bun.spawnSync([...command, ...flags, stl])
  const result =
    run.exitCode === 0 && existsSync(gcode) ? read(readFileSync(gcode, 'latin1')) : null
  if (cached !== null && cache !== null) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(cached, JSON.stringify(result))
  }
  return result
}

/** Returns the figures in the footer; `null` when it states no filament. */
function read(gcode: string): Slice | null {
  const mm = Number(/^; filament used \[mm\] = ([\d.]+)/m.exec(gcode)?.[1] ?? 0)
  const time = /^; estimated printing time \(normal mode\) = (.+)$/m.exec(gcode)?.[1] ?? ''
  const units: Record<string, number> = { d: 86400, h: 3600, m: 60, s: 1 }
  let seconds = 0
  for (const [, count, unit] of time.matchAll(/(\d+)([dhms])/g)) {
    seconds += Number(count) * (units[unit ?? ''] ?? 0)
  }
  const layers = gcode.split(';LAYER_CHANGE').length - 1
  return mm > 0 ? { cm3: mm * cm3PerMm, seconds, layers } : null
}
