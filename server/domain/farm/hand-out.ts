// Files for printers: every file is checked by its bytes before a claim or a download hands it out (decisions.md 52).

import { fail, ok, type Result } from '../base/result.ts'
import { retryHintSeconds } from '../base/retry-hints.ts'
import type { Material } from '../catalog/options.ts'
import { hottest } from '../catalog/printing.ts'
import { measureModel } from '../measurement/measure-model.ts'
import type { StoredFileFailure } from '../models/failure.ts'
import { fetchModelFile, type ModelFile } from '../models/fetch-stored-model.ts'
import type { StoredModel } from '../models/ports.ts'
import type { Heat, PlateReport, SlicedReport } from '../models/report.ts'
import { findingsOf, type ReviewFinding } from '../orders/file-review.ts'
import type { FarmFailure } from './failure.ts'
import type { FarmDeps } from './ports.ts'
import type { Firmware } from './printers/printer.ts'

export type HandOutDeps = Pick<
  FarmDeps,
  'geometry' | 'measurements' | 'objects' | 'temporaryFiles' | 'log'
>

export type PrinterFile = {
  readonly model: StoredModel
  /** The farm's own slice, which must not need `safeEnd`. */
  readonly isOwnSlice: boolean
  readonly material: Material
}

/**
 * `safe`: `end`, if any, follows the file's bytes, and `findings` are what an operator has to review in a stranger's file. `unsafe`: it
 * must not reach a printer; `reason` is for operators. `later`: it could not be read now.
 */
export type Judgement =
  | {
      readonly kind: 'safe'
      readonly end: string | null
      readonly findings: readonly ReviewFinding[]
      /** The firmware that a sliced file names. */
      readonly flavor: Firmware | null
    }
  | { readonly kind: 'unsafe'; readonly reason: string }
  | { readonly kind: 'later'; readonly failure: StoredFileFailure }

/** Reads the file where its measurement is not stored. A mesh, which the farm's own programs slice, is safe. */
export async function judgeFile(deps: HandOutDeps, file: PrinterFile): Promise<Judgement> {
  const { sha256, format } = file.model
  const stored = await deps.measurements.read({ sha256, format, units: null })
  const copy = stored === null ? await fetchModelFile(deps, file.model) : null
  if (copy !== null && !copy.ok) {
    const { failure } = copy
    return failure.kind === 'model_unreadable'
      ? unsafe('It is gone from storage.')
      : { kind: 'later', failure }
  }
  try {
    const path = copy?.value.path ?? ''
    const measured = await measureModel(deps, { path, sha256, format, units: null })
    if (measured.ok) {
      return measured.value.kind === 'sliced'
        ? withFindings(judgePlates(measured.value.report.perPlate, file), measured.value.report)
        : safe(null)
    }
    const { failure } = measured
    switch (failure.kind) {
      case 'mesh_unreadable':
        return failure.isCutOff ? unreadableNow : unsafe(failure.reason)
      case 'model_too_large':
        return unsafe('The print is larger than the largest printer.')
      default:
        return unreadableNow
    }
  } finally {
    if (copy?.ok) await deps.temporaryFiles.remove(copy.value.path)
  }
}

const unreadableNow: Judgement = {
  kind: 'later',
  failure: { kind: 'storage_unreachable', retryAfterSeconds: retryHintSeconds.storage },
}

const safe = (end: string | null): Judgement => ({ kind: 'safe', end, findings: [], flavor: null })

const withFindings = (judged: Judgement, report: SlicedReport): Judgement =>
  judged.kind === 'safe'
    ? { ...judged, findings: findingsOf(report, 1), flavor: report.perPlate[0]?.flavor ?? null }
    : judged

function judgePlates(plates: readonly PlateReport[], file: PrinterFile): Judgement {
  const heats = plates.map(({ heat }) => heat).filter((heat) => heat !== undefined)
  const tooHot = heats.map((heat) => heatReason(heat, file.material)).find((reason) => reason)
  if (tooHot) return unsafe(tooHot)
  // Only printers of Bambu Lab read the archive; the text would run on any printer.
  if (file.model.format === 'gcode' && plates.some(({ bambuOnly }) => bambuOnly)) {
    return unsafe('It is for printers of Bambu Lab, which take it as .gcode.3mf.')
  }
  const leftOn = [...new Set(heats.flatMap((heat) => heat.leftOn))]
  if (leftOn.length === 0) return safe(null)
  if (file.isOwnSlice) return unsafe(`It leaves heaters on at its end (${leftOn.join(', ')}).`)
  if (file.model.format === 'gcode') return safe(safeEnd(leftOn))
  // Nothing can be added to an archive; the bed alone is left to the printer's firmware, as its makers' own files do.
  const nozzles = leftOn.filter((command) => command.startsWith('M104'))
  if (nozzles.length === 0) return safe(null)
  return unsafe(`It leaves the nozzle on at its end (${nozzles.join(', ')} is missing).`)
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

const unsafe = (reason: string): Judgement => ({
  kind: 'unsafe',
  reason: `The file is not safe to print: ${reason} Slice the plate again or upload another file.`,
})

/** Turns off what a customer's file leaves on. */
const safeEnd = (leftOn: readonly string[]) => `\n${leftOn.join('\n')}\nM107\n`

/** The size and hash of the file that is handed out. */
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

/** A local copy of the file as a printer may get it. The caller removes it. */
export async function fetchForPrinter(
  deps: HandOutDeps,
  file: PrinterFile,
): Promise<Result<ModelFile, FarmFailure | StoredFileFailure>> {
  const judged = await judgeFile(deps, file)
  if (judged.kind === 'later') return fail(judged.failure)
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
