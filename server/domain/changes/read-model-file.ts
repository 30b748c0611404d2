// Returns a stored model as a file of the requested format: to its owner, and for a gallery entry to anyone.

import type { AccountFailure } from '../accounts/failure.ts'
import type { AccountCaller } from '../base/caller.ts'
import { keysOf } from '../base/keys-of.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { retryHintSeconds } from '../base/time/retry-hints.ts'
import { stockColors } from '../catalog/colors.ts'
import type { ColorFailure } from '../colors/failure.ts'
import { nearestStock } from '../colors/nearest-stock.ts'
import type { ColorDeps, PaintOutcome } from '../colors/ports.ts'
import type { GalleryFailure } from '../gallery/failure.ts'
import { findOwnFile } from '../gallery/own-model.ts'
import { findEntry } from '../gallery/take-down.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import type { StoredFileFailure } from '../models/failure.ts'
import { fetchModelFile, type ModelFile } from '../models/fetch-stored-model.ts'
import { contentTypes } from '../models/format.ts'
import type { OwnedModel } from '../models/ports.ts'
import type { ChangeFailure } from './failure.ts'
import { fileNameOf, modelName } from './model-name.ts'
import type { ChangeDeps } from './ports.ts'
import { runChange } from './run-change.ts'

/** Formats that any stored mesh can be converted to. */
export const fileFormats = ['stl', '3mf', 'glb'] as const
export type FileFormat = (typeof fileFormats)[number]
/** A 3MF in which every triangle has the stock color nearest to its texture. */
export const stockColorFormat = '3mf-stock-colors'
export const requestedFormats = [...fileFormats, stockColorFormat] as const
export const defaultFileFormat: FileFormat = 'stl'

type FileRequest<Refusal> = {
  /** Id of the caller's generation, upload or changed model, or of a gallery entry. */
  readonly id: string
  /** An empty string selects the default. */
  readonly format: string
  readonly signal: AbortSignal
  /** Called only if the file must be converted. */
  readonly admit: () => Promise<Result<void, Refusal>>
}

type FileDeps = ChangeDeps & Pick<ColorDeps, 'colorReader'>
type Caller = Pick<AccountCaller, 'accountId'> | null

type FileFailure =
  | ChangeFailure
  | ColorFailure
  | AccountFailure
  | GalleryFailure
  | StoredFileFailure
  | MeasurementFailure

/** Order of checks: format, gallery, session, ownership. The caller removes the file. */
export async function readModelFile<Refusal>(
  deps: FileDeps,
  caller: Caller,
  { id, format: sent, signal, admit }: FileRequest<Refusal>,
): Promise<Result<ModelFile, FileFailure | Refusal>> {
  const format = readFormat(sent)
  if (format === null) return fail({ kind: 'file_format_unknown' })
  if (format === stockColorFormat) {
    return await readPainted(deps, caller, { id, format: 'glb', signal, admit })
  }
  const found = await findFile(deps, caller, id)
  if (!found.ok) return found
  const { model, title } = found.value
  const fileName = fileNameOf(title, format)
  const isStored = model.format === format && model.units === null
  if (isStored) {
    const stored = await fetchModelFile(deps, model)
    return stored.ok ? ok({ ...stored.value, fileName }) : stored
  }
  const admitted = await admit()
  if (!admitted.ok) return admitted
  const made = await runChange(deps, model, { output: format, signal })
  if (!made.ok) return made
  const [bytes] = made.value.files
  if (bytes === undefined) throw new Error('the geometry core wrote no file')
  const { path, sizeBytes } = await deps.temporaryFiles.write(bytes)
  return ok({ path, sizeBytes, contentType: contentTypes[format], fileName })
}

const spools = keysOf(stockColors).map((name) => ({ name, hex: stockColors[name] }))

/** Reads the model in the colors of its GLB. */
async function readPainted<Refusal>(
  deps: FileDeps,
  caller: Caller,
  request: FileRequest<Refusal>,
): Promise<Result<ModelFile, FileFailure | Refusal>> {
  const { signal } = request
  const admitted = await request.admit()
  if (!admitted.ok) return admitted
  const file = await readModelFile<never>(deps, caller, {
    ...request,
    admit: async () => ok(undefined),
  })
  if (!file.ok) return file
  try {
    const painted = await deps.colorReader.paint({
      path: file.value.path,
      caller: caller?.accountId ?? request.id,
      signal,
      spools,
      spoolOf: (rgb) => spools.findIndex(({ name }) => name === nearestStock(rgb).name),
    })
    if (painted.kind !== 'painted') return fail(paintFailures[painted.kind])
    const { path, sizeBytes } = painted
    const fileName = file.value.fileName.replace(/\.glb$/, ' in stock colors.3mf')
    return ok({ path, sizeBytes, contentType: contentTypes['3mf'], fileName })
  } finally {
    await deps.temporaryFiles.remove(file.value.path)
  }
}

const paintFailures: Readonly<Record<Exclude<PaintOutcome['kind'], 'painted'>, ColorFailure>> = {
  unreadable: { kind: 'colors_model_unreadable' },
  colorless: { kind: 'colors_model_plain' },
  too_large: { kind: 'colors_model_too_large' },
  too_many_pixels: { kind: 'image_too_many_pixels' },
  busy: { kind: 'colors_busy', retryAfterSeconds: retryHintSeconds.pictures },
}

const readFormat = (sent: string): (typeof requestedFormats)[number] | null =>
  sent === '' ? defaultFileFormat : (requestedFormats.find((format) => format === sent) ?? null)

/** Returns the model and its title. */
async function findFile(
  deps: ChangeDeps,
  caller: Pick<AccountCaller, 'accountId'> | null,
  id: string,
): Promise<Result<{ readonly model: OwnedModel; readonly title: string }, FileFailure>> {
  const own = caller === null ? null : await findOwnFile(deps, caller, id)
  if (caller !== null && own !== null) {
    return ok({ model: own, title: await modelName(deps, caller, { id, model: own }) })
  }
  const entry = await findEntry(deps, id)
  if (entry.ok) return ok(entry.value)
  if (entry.failure.kind === 'gallery_entry_gone') return entry
  return fail(
    caller === null ? { kind: 'credential_required' } : { kind: 'gallery_generation_not_found' },
  )
}
