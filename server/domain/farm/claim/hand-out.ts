// Files for printers: the content of every file is checked before a claim or a download returns it (decisions.md 52).

import { fail, ok, type Result } from '../../base/result.ts'
import { retryHintSeconds } from '../../base/time/retry-hints.ts'
import type { Material } from '../../catalog/options.ts'
import { hottest } from '../../catalog/printing.ts'
import type { MeasurementFailure } from '../../measurement/failure.ts'
import { measureModel, measurementOf } from '../../measurement/measure-model.ts'
import type { StoredFileFailure } from '../../models/failure.ts'
import { fetchModelFile, type ModelFile } from '../../models/fetch-stored-model.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { Heat, Measurement, PlateReport, SlicedReport } from '../../models/report.ts'
import { findingsOf, type ReviewFinding } from '../../orders/record/file-review.ts'
import type { FarmFailure } from '../failure.ts'
import type { FarmDeps } from '../ports.ts'
import type { Firmware } from '../printers/printer.ts'

export type HandOutDeps = Pick<
  FarmDeps,
  'geometry' | 'measurements' | 'objects' | 'temporaryFiles' | 'log'
>

export type PrinterFile = {
  readonly model: StoredModel
  /** Whether the farm sliced the file. Such a file must not need `safeEnd`. */
  readonly isOwnSlice: boolean
  readonly material: Material
}

/**
 * `safe`: the file can be printed. `end`, if any, is appended to it; `findings` list what an operator must review in a
 * customer's file. `unsafe`: the file must not reach a printer; `reason` is for operators. `unreadable`: the file cannot be
 * read now.
 */
export type Judgement =
  | {
      readonly kind: 'safe'
      readonly end: string | null
      readonly findings: readonly ReviewFinding[]
      /** The firmware named in a sliced file. */
      readonly flavor: Firmware | null
    }
  | { readonly kind: 'unsafe'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly failure: StoredFileFailure }

/** Judges a file; reads it if its measurement is not stored. A mesh is safe because the farm's software slices it. */
export async function judgeFile(deps: HandOutDeps, file: PrinterFile): Promise<Judgement> {
  const { sha256, format } = file.model
  const content = { sha256, format, units: null }
  const stored = await deps.measurements.read(content)
  if (stored !== null) return judgeMeasured(measurementOf(stored, format), file)
  const copy = await fetchModelFile(deps, file.model)
  if (!copy.ok) {
    const { failure } = copy
    return failure.kind === 'model_unreadable'
      ? toUnsafe('It is gone from storage.')
      : { kind: 'unreadable', failure }
  }
  const { path } = copy.value
  try {
    return judgeMeasured(await measureModel(deps, { ...content, path }), file)
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

function judgeMeasured(
  measured: Result<Measurement, MeasurementFailure>,
  file: PrinterFile,
): Judgement {
  if (measured.ok) {
    return measured.value.kind === 'sliced'
      ? withFindings(judgePlates(measured.value.report.perPlate, file), measured.value.report)
      : toSafe(null)
  }
  const { failure } = measured
  switch (failure.kind) {
    case 'mesh_unreadable':
      return failure.isCutOff ? unreadableNow : toUnsafe(failure.reason)
    case 'model_too_large':
      return toUnsafe('The print is larger than the largest printer.')
    default:
      return unreadableNow
  }
}

const unreadableNow: Judgement = {
  kind: 'unreadable',
  failure: { kind: 'storage_unreachable', retryAfterSeconds: retryHintSeconds.storage },
}

const toSafe = (end: string | null): Judgement => ({
  kind: 'safe',
  end,
  findings: [],
  flavor: null,
})

const withFindings = (judged: Judgement, report: SlicedReport): Judgement =>
  judged.kind === 'safe'
    ? { ...judged, findings: findingsOf(report, 1), flavor: report.perPlate[0]?.flavor ?? null }
    : judged

function judgePlates(plates: readonly PlateReport[], file: PrinterFile): Judgement {
  const heats = plates.map(({ heat }) => heat)
  const tooHot = heats.map((heat) => heatReason(heat, file.material)).find((reason) => reason)
  if (tooHot) return toUnsafe(tooHot)
  // Only Bambu Lab printers read the archive; plain text would run on any printer.
  if (file.model.format === 'gcode' && plates.some(({ bambuOnly }) => bambuOnly)) {
    return toUnsafe('It is for printers of Bambu Lab, which take it as .gcode.3mf.')
  }
  const leftOn = [...new Set(heats.flatMap((heat) => heat.leftOn))]
  if (leftOn.length === 0) return toSafe(null)
  if (file.isOwnSlice) return toUnsafe(`It leaves heaters on at its end (${leftOn.join(', ')}).`)
  if (file.model.format === 'gcode') return toSafe(safeEnd(leftOn))
  // Nothing can be appended to an archive. A bed that is left on is turned off by the printer's firmware, as with the
  // vendor's files.
  const nozzles = leftOn.filter((command) => command.startsWith('M104'))
  if (nozzles.length === 0) return toSafe(null)
  return toUnsafe(`It leaves the nozzle on at its end (${nozzles.join(', ')} is missing).`)
}

function heatReason({ nozzleC, bedC }: Heat, material: Material): string | undefined {
  const limit = hottest[material]
  const name = material.toUpperCase()
  if (nozzleC > limit.nozzleC) {
    return `It heats the nozzle to ${nozzleC} °C; the limit for ${name} is ${limit.nozzleC} °C.`
  }
  if (bedC > limit.bedC) {
    return `It heats the bed to ${bedC} °C; the limit for ${name} is ${limit.bedC} °C.`
  }
  return undefined
}

const toUnsafe = (reason: string): Judgement => ({
  kind: 'unsafe',
  reason: `The file is not safe to print: ${reason} Slice the plate again or upload another file.`,
})

/** Returns commands that turn off the heaters that a customer's file leaves on. */
const safeEnd = (leftOn: readonly string[]) => `\n${leftOn.join('\n')}\nM107\n`

/** Returns the size and hash of the file as sent to printers. */
export async function describeHandOut(
  deps: HandOutDeps,
  model: StoredModel,
  end: string | null,
): Promise<Result<Pick<StoredModel, 'sizeBytes' | 'sha256'>, StoredFileFailure>> {
  if (end === null) return ok(model)
  const copy = await fetchModelFile(deps, model)
  if (!copy.ok) return copy
  try {
    return ok(await deps.temporaryFiles.append(copy.value.path, end))
  } finally {
    await deps.temporaryFiles.remove(copy.value.path)
  }
}

/** Returns a local copy of the file as sent to printers. The caller removes it. */
export async function fetchForPrinter(
  deps: HandOutDeps,
  file: PrinterFile,
): Promise<Result<ModelFile, FarmFailure | StoredFileFailure>> {
  const judged = await judgeFile(deps, file)
  if (judged.kind === 'unreadable') return fail(judged.failure)
  if (judged.kind === 'unsafe') return fail({ kind: 'print_file_unsafe', reason: judged.reason })
  const copy = await fetchModelFile(deps, file.model)
  if (!copy.ok || judged.end === null) return copy
  try {
    const { sizeBytes } = await deps.temporaryFiles.append(copy.value.path, judged.end)
    return ok({ ...copy.value, sizeBytes })
  } catch (error) {
    await deps.temporaryFiles.remove(copy.value.path)
    throw error
  }
}
