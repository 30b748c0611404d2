// Validates the values read from the slicer's G-code. The parser is injected: the same one reads the slicer's output and the files that
// customers send.
import type { Crashed, Sliced, TimedOut, Unavailable } from './outcome.ts'

/** The geometry core's outcome for the format `gcode` has this shape. */
export type GcodeReading =
  | {
      readonly kind: 'sliced'
      readonly report: {
        readonly filamentMm: number | null
        readonly diameterMm: number | null
        readonly seconds: number | null
        /** `slicer`: stated in the file. `moves`: computed, because the file states none. */
        readonly secondsSource: 'slicer' | 'moves'
        readonly layers: number | null
        readonly slicerVersion: string | null
      }
    }
  | { readonly kind: 'unreadable'; readonly code: string; readonly message: string }
  | { readonly kind: 'crashed'; readonly reason: string }
  | { readonly kind: 'timed_out' | 'busy' | 'mesh' }

export type ReadGcode = (path: string, signal: AbortSignal) => Promise<GcodeReading>

type Measured = Pick<
  Sliced,
  'kind' | 'filamentCm3' | 'filamentMm' | 'seconds' | 'layers' | 'slicerVersion'
>

const filamentDiameterMm = 1.75
const filamentMm2 = Math.PI * (filamentDiameterMm / 2) ** 2

/** Returns the amounts, or why the file cannot be trusted although the slicer exited with success. */
export function judgeReading(reading: GcodeReading): Measured | Crashed | TimedOut | Unavailable {
  switch (reading.kind) {
    case 'sliced':
      return judgeReport(reading.report)
    case 'unreadable':
      return badResult(`${reading.code}: ${reading.message}`)
    case 'mesh':
      return badResult('the g-code was read as a mesh')
    case 'crashed':
      return badResult(`reading the g-code crashed: ${reading.reason}`)
    case 'timed_out':
      return { kind: 'timed_out' }
    case 'busy':
      return { kind: 'unavailable', reason: 'no_reader', detail: 'the g-code reader is busy' }
  }
}

function judgeReport({
  filamentMm,
  diameterMm,
  seconds,
  secondsSource,
  layers,
  slicerVersion,
}: Extract<GcodeReading, { kind: 'sliced' }>['report']): Measured | Crashed {
  if (!isPositive(filamentMm)) return badResult('the g-code states no filament')
  if (diameterMm !== null && diameterMm !== filamentDiameterMm) {
    return badResult(`the g-code is for ${diameterMm} mm filament`)
  }
  if (!isPositive(seconds) || secondsSource !== 'slicer') {
    return badResult('the g-code states no time')
  }
  if (!isPositive(layers)) return badResult('the g-code has no layers')
  const filamentCm3 = Number(((filamentMm * filamentMm2) / 1000).toFixed(6))
  return { kind: 'sliced', filamentCm3, filamentMm, seconds, layers, slicerVersion }
}

function isPositive(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && value > 0
}

function badResult(detail: string): Crashed {
  return { kind: 'crashed', reason: 'bad_result', exit: 0, signal: null, detail }
}
