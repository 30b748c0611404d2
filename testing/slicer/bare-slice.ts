// The slicer without the bridge: a command line as a user would type it, and a g-code reader that shares no code with
// the service's.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type BareRequest = {
  readonly slicerPath: string
  readonly stlPath: string
  /** Folder for the g-code. */
  readonly folder: string
  /** Defaults to the profile of the bridge. */
  readonly profile?: string
  /** Default false. */
  readonly supports?: boolean
  /** Words before the command. */
  readonly before?: readonly string[]
}

export type BareResult = {
  readonly filamentMm: number
  readonly seconds: number
  readonly layers: number
}

const OWN_PROFILE = join(import.meta.dir, '../../slicer-bridge/profiles/farm-quote.ini')

/** Slices with 0.2 mm layers, 20 % grid and a 0.4 mm nozzle: the words of the measured facts. */
export async function runBare(request: BareRequest): Promise<string> {
  const {
    slicerPath,
    stlPath,
    folder,
    profile = OWN_PROFILE,
    supports = false,
    before = [],
  } = request
  const output = join(folder, 'bare.gcode')
  const words =
    '--center 170,160 --layer-height 0.2 --first-layer-height 0.2 --fill-density 20% --fill-pattern grid --nozzle-diameter 0.4 --filament-density 1.26 --filament-max-volumetric-speed 12'
  const command = [
    ...before,
    slicerPath,
    '--export-gcode',
    ...['--load', profile],
    ...['--datadir', join(folder, 'data')],
    ...words.split(' '),
    ...(supports ? ['--support-material', '--support-material-auto'] : ['--no-support-material']),
    ...['--output', output, stlPath],
  ]
  const child = Bun.spawn(command, { env: {}, stdout: 'ignore', stderr: 'pipe' })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${said}`)
  return output
}

export async function bareSlice(request: BareRequest): Promise<BareResult> {
  const gcode = readFileSync(await runBare(request), 'utf8')
  const one = (pattern: RegExp) => {
    const found = pattern.exec(gcode)?.[1]
    if (found === undefined) throw new Error(`no ${pattern} in the g-code`)
    return found
  }
  const time = one(/^; estimated printing time \(normal mode\) = (.+)$/m)
  const unitSeconds: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 }
  const parts = [...time.matchAll(/(\d+)([dhms])/g)]
  return {
    filamentMm: Number(one(/^; filament used \[mm\] = ([\d.]+)$/m)),
    seconds: parts.reduce(
      (sum, [, n, unit]) => sum + Number(n) * (unitSeconds[unit ?? ''] ?? 0),
      0,
    ),
    layers: gcode.split('\n;LAYER_CHANGE\n').length - 1,
  }
}
