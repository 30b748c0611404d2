// Reads a file in the worker and applies the server's checks of whether it can be printed, with the same core and
// rules. The price depends only on the measurement, so the search for faults comes later.
import type { PrintOptions } from '../../../domain/catalog/options.ts'
import { measurePrintable } from '../../../domain/measurement/check-prints.ts'
import { type MeasurementFailure, unreadableCodes } from '../../../domain/measurement/failure.ts'
import { inspectSettings } from '../../../domain/measurement/inspect-settings.ts'
import type { Estimated } from '../../../domain/measurement/processing.ts'
import { sliceSettings } from '../../../domain/measurement/slice-settings.ts'
import { printableFormat, uploadFormat } from '../../../domain/models/format.ts'
import type { Measurement } from '../../../domain/models/report.ts'
import { maxModelBytes } from '../../../domain/models/size-limit.ts'
import type { QuoteRefused } from '../../../pages/quotes/refusals/refusal.ts'
import { words } from '../../base/page-words.ts'
import type { Core, CoreListener } from '../../core/core-client.ts'
import type { CoreOutcome, Inspected, ModelFile } from '../../core/messages.ts'
import {
  chosenFile,
  type KnownPart,
  type PartReading,
  type PartState,
  type PlacesByFault,
  printedFile,
} from '../parts/part-state.ts'
import { archiveRefusal, kindOf } from './open-files.ts'

/** Returns the data from which the price is computed. */
export async function measurePart(
  core: Core,
  part: PartState,
  listener: Pick<CoreListener, 'onReading'>,
): Promise<PartReading> {
  const { file, scale, changes, options } = part
  const format = printableFormat(file.name) ?? uploadFormat(file.name)
  const other = await otherContents(file, format)
  if (other !== null) return { state: 'refused', failure: other }
  if (format === null) {
    return { state: 'refused', failure: { kind: 'format_unknown', fileName: file.name } }
  }
  if (file.size === 0) return { state: 'refused', failure: { kind: 'file_empty' } }
  if (file.size > maxModelBytes) {
    return { state: 'refused', failure: { kind: 'file_too_large', bytes: file.size } }
  }
  const since = performance.now()
  const settings = inspectSettings(sliceSettings(options))
  const chosen = chosenFile(part, format)
  const outcome = await core.run({ kind: 'measure', ...chosen, scale, changes, settings }, listener)
  const measured = measurementOf(outcome)
  if (measured === null) return refuse(outcome)
  const { measurement, converted, reshaped } = measured
  const printed = printedFile(part, { converted, format })
  const failure = await checkPrintable(core, printed, measurement, options)
  return {
    state: 'known',
    measurement,
    inspection: null,
    isInspecting: measurement.kind === 'mesh',
    supports: null,
    estimate: null,
    places: new Map(),
    format,
    converted,
    reshaped,
    refused: failure,
    tookMs: performance.now() - since,
  }
}

/** Returns why a file that is not a model has no price. null for a model, and if the core has to decide. */
async function otherContents(file: File, format: string | null): Promise<QuoteRefused | null> {
  const kind = await kindOf(file).catch(() => null)
  if (kind === 'picture') return { kind: 'is_picture' }
  if (kind === 'step') return { kind: 'is_step' }
  if (kind !== 'zip' || format === '3mf') return null
  const known = archiveRefusal(file)
  if (known !== null) return { kind: 'no_models', reason: known }
  // A part that was restored after a reload.
  const contents = await import('./zip.ts').then(({ openZip }) => openZip(file)).catch(() => null)
  if (contents === null) return { kind: 'no_models', reason: words.text('zip.notOpened') }
  return contents.kind === 'refused' ? { kind: 'no_models', reason: contents.reason } : null
}

/** Returns the part's faults, and its surface for display. */
export async function inspectPart(
  core: Core,
  part: PartState,
  known: KnownPart,
  listener: Pick<CoreListener, 'onSurface'>,
): Promise<KnownPart> {
  const settings = inspectSettings(sliceSettings(part.options))
  const file = printedFile(part, known)
  const outcome = await core.run({ kind: 'inspect', ...file, settings }, listener)
  if (outcome.kind !== 'inspected') return { ...known, isInspecting: false }
  const { inspected } = outcome
  return { ...known, inspection: inspected, isInspecting: false, places: placesOf(inspected) }
}

/** Estimates the print with the current options. Runs last, because the price does not need it. */
export async function estimatePart(
  core: Core,
  part: PartState,
  known: KnownPart,
): Promise<Estimated | null> {
  const settings = sliceSettings(part.options)
  const outcome = await core.run({ kind: 'estimate', ...printedFile(part, known), settings })
  return outcome.kind === 'estimated' ? outcome : null
}

function measurementOf(
  outcome: CoreOutcome,
): (Pick<KnownPart, 'converted' | 'reshaped'> & { readonly measurement: Measurement }) | null {
  if (outcome.kind === 'measured') {
    const { report, converted, reshaped } = outcome
    return { measurement: { kind: 'mesh', report }, converted, reshaped }
  }
  return outcome.kind === 'sliced'
    ? { measurement: outcome, converted: null, reshaped: null }
    : null
}

const refuse = (outcome: CoreOutcome): PartReading => ({
  state: 'refused',
  failure: { kind: 'mesh_unreadable', ...reasonOf(outcome) },
})

/** Returns the English sentence and its code, which decides the sentence of other languages. */
function reasonOf(outcome: CoreOutcome): { readonly reason: string; readonly code: string } {
  switch (outcome.kind) {
    case 'unreadable':
      return { reason: outcome.message, code: outcome.code }
    case 'timed_out':
      return { reason: words.text('unread.timedOut'), code: unreadableCodes.timedOut }
    case 'crashed':
      return { reason: words.text('unread.memory'), code: unreadableCodes.crashed }
    default:
      throw new Error(`a measurement ended as ${outcome.kind}`)
  }
}

/** Runs the server's checks of a measurement, with the worker in place of the server's geometry core. */
export async function checkPrintable(
  core: Core,
  model: ModelFile,
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
          const outcome = await core.run({ kind: 'estimate', ...model, settings })
          switch (outcome.kind) {
            case 'estimated':
            case 'unreadable':
            case 'timed_out':
            case 'crashed':
              return outcome
            default:
              throw new Error(`an estimate ended as ${outcome.kind}`)
          }
        },
      },
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    },
    // Results are not cached here, so the file needs no name.
    {
      path: '',
      sha256: '',
      format: model.format,
      units: model.units,
      settings: sliceSettings(options),
    },
  )
  return result.ok ? null : result.failure
}

const ignore = () => {}

const placesOf = ({ faults }: Inspected): PlacesByFault =>
  new Map(faults.map(({ kind, places }) => [kind, places]))
