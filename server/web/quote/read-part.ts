// Reads a file in the worker and decides as the server does whether it can be printed: the same core, and the same rules.
import type { PrintOptions } from '../../domain/catalog/options.ts'
import { measurePrintable } from '../../domain/measurement/check-prints.ts'
import type { MeasurementFailure } from '../../domain/measurement/failure.ts'
import { inspectSettings } from '../../domain/measurement/inspect-settings.ts'
import { sliceSettings } from '../../domain/measurement/slice-settings.ts'
import { type ModelFormat, printableFormat, uploadFormat } from '../../domain/models/format.ts'
import type { Measurement } from '../../domain/models/report.ts'
import { maxModelBytes } from '../../domain/models/size-limit.ts'
import type { Core, CoreListener } from '../core/core-client.ts'
import type { Inspected } from '../core/messages.ts'
import type { Finding, PartState, PlacesByFault } from './part-state.ts'

export async function readPart(
  core: Core,
  { file, units, scale, options }: PartState,
  listener: CoreListener,
): Promise<Finding> {
  const format = printableFormat(file.name) ?? uploadFormat(file.name)
  if (format === null)
    return { state: 'refused', failure: { kind: 'format_unknown', fileName: file.name } }
  if (file.size === 0) return { state: 'refused', failure: { kind: 'file_empty' } }
  if (file.size > maxModelBytes)
    return { state: 'refused', failure: { kind: 'file_too_large', bytes: file.size } }
  const since = performance.now()
  const outcome = await core.run(
    {
      kind: 'inspect',
      file,
      format,
      units,
      scale,
      settings: inspectSettings(sliceSettings(options)),
    },
    listener,
  )
  const tookMs = performance.now() - since
  switch (outcome.kind) {
    case 'inspected': {
      const { inspected, converted } = outcome
      const measurement: Measurement = { kind: 'mesh', report: inspected.report }
      const read = {
        file: converted ?? file,
        format: converted === null ? format : 'stl',
        units: converted === null ? units : null,
      } as const
      const failure = await checkPrintable(core, read, measurement, options)
      return {
        state: 'known',
        measurement,
        inspection: inspected,
        places: placesOf(inspected),
        converted,
        refused: failure,
        tookMs,
      }
    }
    case 'sliced': {
      const failure = await checkPrintable(core, { file, format, units }, outcome, options)
      return {
        state: 'known',
        measurement: outcome,
        inspection: null,
        places: new Map(),
        converted: null,
        refused: failure,
        tookMs,
      }
    }
    case 'unreadable':
      return refused(outcome.message)
    case 'timed_out':
      return refused('Measuring it took too long. Simplify the model and choose it again.')
    case 'crashed':
      return refused(
        'Measuring it needed more memory than this browser gives. Simplify the model and choose it again.',
      )
    case 'estimated':
      throw new Error('an inspection ended as an estimate')
  }
}

const refused = (reason: string): Finding => ({
  state: 'refused',
  failure: { kind: 'mesh_unreadable', reason },
})

type Read = {
  readonly file: Blob
  readonly format: ModelFormat
  readonly units: PartState['units']
}

/** The server's own checks of a measurement, with the worker in the place of its geometry core. */
async function checkPrintable(
  core: Core,
  { file, format, units }: Read,
  measurement: Measurement,
  options: PrintOptions,
): Promise<MeasurementFailure | null> {
  const unused = () => Promise.reject(new Error('the measurement is known'))
  const result = await measurePrintable(
    {
      geometry: { measure: unused },
      measurements: { read: async () => measurement, save: async () => {} },
      printEstimates: { read: async () => null, save: async () => {} },
      meshes: {
        estimate: async ({ settings }) => {
          const outcome = await core.run({ kind: 'estimate', file, format, units, settings })
          if (outcome.kind === 'inspected' || outcome.kind === 'sliced')
            throw new Error('an estimate ended as an inspection')
          return outcome
        },
      },
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    },
    // Results are not cached here, so the file needs no name.
    { path: '', sha256: '', format, units, settings: sliceSettings(options) },
  )
  return result.ok ? null : result.failure
}

const ignore = () => {}

const placesOf = ({ faults }: Inspected): PlacesByFault =>
  new Map(faults.map(({ kind, places }) => [kind, places]))
