// Changes a model of an account without using credits: scales, orients, hollows, repairs or cuts it. The results are
// stored as new models with their own pages, quotes and orders. The original does not change.

import { admitMadeBytes } from '../accounts/stored-bytes.ts'
import type { AccountCaller } from '../base/caller.ts'
import { sha256Hex } from '../base/hash.ts'
import { derivedUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { buildVolumeText, shownSidesMm } from '../catalog/build-volume.ts'
import type { GalleryFailure } from '../gallery/failure.ts'
import { findOwnFile } from '../gallery/own-model.ts'
import { deleteGeneration } from '../generation/delete-work.ts'
import type { OwnWork } from '../generation/run/ports.ts'
import { measurePrintable } from '../measurement/check-prints.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { changesMade } from '../measurement/part-changes.ts'
import type { ChangeOutcome, ChangeRequest } from '../measurement/processing.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import type { StoredFileFailure } from '../models/failure.ts'
import type { OwnedModel } from '../models/ports.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import {
  type StoredUpload,
  type StoredUploadFailure,
  uploadModel,
} from '../slicing/upload-model.ts'
import { type Cut, checkChange, type ModelChangeRequest } from './change-request.ts'
import { changedName, changeWords, noEffect } from './change-words.ts'
import type { ChangeFailure } from './failure.ts'
import { fileNameOf, modelName } from './model-name.ts'
import type { ChangeDeps } from './ports.ts'
import { runChange } from './run-change.ts'

export type ChangedModel = StoredUpload & {
  /** Starts at 1. */
  readonly part: number
  readonly parts: number
}

export type ModelChangeResult = {
  /** Description of the change: `hollow 2 mm, 120 mm`. */
  readonly words: string
  /** One model, or the parts of a cut. */
  readonly models: readonly [ChangedModel, ...ChangedModel[]]
}

export type ChangeModelFailure =
  | ChangeFailure
  | GalleryFailure
  | StoredFileFailure
  | MeasurementFailure
  | StoredUploadFailure

type Request = {
  readonly id: string
  readonly change: ModelChangeRequest
  readonly signal: AbortSignal
  /** Set under an Idempotency-Key, so that a repeated run stores the same models. */
  readonly runId?: string | null
}

type ChangeModelDeps = ChangeDeps &
  Parameters<typeof uploadModel>[0] & { readonly ownWork: OwnWork }

/** Order of checks: fields, ownership, the change itself, printability of every part, storage. */
export async function changeModel(
  deps: ChangeModelDeps,
  caller: AccountCaller,
  { id, change, signal, runId = null }: Request,
): Promise<Result<ModelChangeResult, ChangeModelFailure>> {
  const checked = checkChange(change)
  if (!checked.ok) return checked
  const model = await findOwnFile(deps, caller, id)
  if (model === null) return fail({ kind: 'gallery_generation_not_found' })
  const made = await makeParts(deps, model, { change, signal })
  if (!made.ok) return made
  const { report, files, output } = made.value
  const refusal = refusalOf(change, report)
  if (refusal !== null) return fail({ kind: 'change_impossible', reason: refusal })
  const words = changeWords({ change, report, parts: files.length })
  if (words === '') return fail({ kind: 'change_without_effect', reason: noEffect(change) })
  const name = await modelName(deps, caller, { id, model })
  const parts = files.length
  const names = files.map((_, at) => changedName(name, words, { part: at + 1, parts }))
  return await withFiles(deps, { files, names, output }, async (written) => {
    const printable = await checkParts(deps, written, output)
    return printable.ok
      ? await store(deps, caller, { written, madeFrom: id, words, runId })
      : printable
  })
}

type CoreChange = Extract<ChangeOutcome, { kind: 'changed' }> & { readonly output: 'stl' | 'glb' }

async function makeParts(
  deps: ChangeDeps,
  model: OwnedModel,
  { change, signal }: Pick<Request, 'change' | 'signal'>,
): Promise<Result<CoreChange, ChangeModelFailure>> {
  const output = outputOf(model, change.cut)
  const made = await runChange(deps, model, { ...coreRequest(change), output, signal })
  if (!made.ok) return made
  const whole = { ...change, cut: null }
  const isWhole = change.cut?.kind === 'plate' && made.value.files.length === 1
  const mayDiffer = change.orient || output !== outputOf(model, whole.cut)
  // The core orients parts after its report, and a cut drops materials. Therefore a model that fits in one piece is
  // changed without a cut.
  return isWhole && mayDiffer && checkChange(whole).ok
    ? await makeParts(deps, model, { change: whole, signal })
    : ok({ ...made.value, output })
}

/** A GLB keeps its materials unless it is cut. Everything else becomes an STL in millimeters. */
const outputOf = ({ format }: OwnedModel, cut: Cut | null): 'stl' | 'glb' =>
  format === 'glb' && cut === null ? 'glb' : 'stl'

const normals = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const

function coreRequest({
  sizeMm,
  orient,
  hollowWallMm,
  cut,
}: ModelChangeRequest): Pick<ChangeRequest, 'options' | 'cut'> {
  return {
    options: {
      orient,
      ...(sizeMm !== null && { longestSideMm: sizeMm }),
      ...(hollowWallMm !== null && { hollow: { wallMm: hollowWallMm } }),
    },
    ...(cut?.kind === 'plate' && { cut: { toFit: true } as const }),
    ...(cut?.kind === 'plane' && {
      cut: { plane: { normal: normals[cut.axis], offsetMm: cut.atMm } },
    }),
  }
}

/** Returns why the model was not hollowed; null if it was hollowed or hollowing was not requested. */
function refusalOf(
  { orient, hollowWallMm: wallMm }: ModelChangeRequest,
  { meshRepair }: Parameters<typeof changeWords>[0]['report'],
): string | null {
  return wallMm === null ? null : changesMade({ orient, wallMm }, meshRepair).refusal
}

type ChangedFiles = {
  readonly files: readonly Uint8Array[]
  readonly names: readonly string[]
  readonly output: 'stl' | 'glb'
}

/** Calls `use` with the files in the temporary folder, then removes them. */
async function withFiles<T>(
  { temporaryFiles }: Pick<ChangeDeps, 'temporaryFiles'>,
  { files, names, output }: ChangedFiles,
  use: (written: readonly ReceivedFile[]) => Promise<T>,
): Promise<T> {
  const written: ReceivedFile[] = []
  try {
    for (const [at, bytes] of files.entries()) {
      const fileName = fileNameOf(names[at] ?? 'model', output)
      written.push({ ...(await temporaryFiles.write(bytes)), fileName })
    }
    return await use(written)
  } finally {
    for (const { path } of written) await temporaryFiles.remove(path)
  }
}

/** Checks all parts before anything is stored: one part that cannot be printed refuses the whole change. */
async function checkParts(
  deps: ChangeModelDeps,
  written: readonly ReceivedFile[],
  format: 'stl' | 'glb',
): Promise<Result<void, ChangeFailure | MeasurementFailure>> {
  for (const { path, sha256 } of written) {
    const settings = defaultSliceSettings
    const part = { path, sha256, format, units: null, settings }
    const measured = await measurePrintable(deps, part)
    if (!measured.ok) return fail(toFailure(measured.failure))
  }
  return ok(undefined)
}

/** Replaces a failure whose text explains how to send the file, because this file is already stored. */
function toFailure(failure: MeasurementFailure): ChangeFailure | MeasurementFailure {
  if (failure.kind !== 'model_too_large') return failure
  const size = shownSidesMm(failure.dimensionsMm).join(' x ')
  const reason = `It would be ${size} mm, larger than the build volume of ${buildVolumeText}. Make it smaller, or cut it into parts that fit.`
  return { kind: 'change_impossible', reason }
}

/** Stores all parts or none: if one part cannot be stored, the stored ones are deleted. */
async function store(
  deps: ChangeModelDeps,
  caller: AccountCaller,
  made: {
    written: readonly ReceivedFile[]
    madeFrom: string
    words: string
    runId: string | null
  },
): Promise<Result<ModelChangeResult, StoredUploadFailure>> {
  const { written, madeFrom, words, runId } = made
  const changeId = runId ?? deps.ids.uuid()
  const parts = written.length
  const bytes = written.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const admitted = await admitMadeBytes(deps, caller, bytes)
  if (!admitted.ok) return admitted
  const models: ChangedModel[] = []
  try {
    for (const [at, file] of written.entries()) {
      const part = at + 1
      const change = { changeId, madeFrom, words, part, parts }
      const generationId = await partId(changeId, part)
      const sent = { fields: new Map(), file, change, generationId }
      const stored = await uploadModel(deps, caller, sent)
      if (!stored.ok) return stored
      models.push({ ...stored.value, part, parts })
    }
  } finally {
    if (models.length < parts) await removeParts(deps, caller, models)
  }
  const [first, ...others] = models
  if (first === undefined) throw new Error('the geometry core wrote no file')
  deps.log.info('model.changed', { id: madeFrom, changeId, words, parts })
  return ok({ words, models: [first, ...others] })
}

/** Returns an id that is derived from the change and the part number. */
const partId = async (changeId: string, part: number): Promise<string> =>
  derivedUuid(Uint8Array.fromHex(await sha256Hex(JSON.stringify([changeId, part]))))

/** Deletes stored parts. A part that cannot be deleted now stays visible to its owner, who can delete it. */
async function removeParts(
  deps: ChangeModelDeps,
  caller: AccountCaller,
  models: readonly ChangedModel[],
): Promise<void> {
  for (const { generationId: id } of models) {
    await deleteGeneration(deps, caller, id).catch((error: unknown) => {
      deps.log.error('model.part_not_removed', { id, error })
    })
  }
}
