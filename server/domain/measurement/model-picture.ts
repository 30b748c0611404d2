// The picture of a stored model. The geometry core draws it on first use, and it is stored under the model's content
// hash.

import { fail, ok, type Result } from '../base/result.ts'
import { retryHintSeconds } from '../base/time/retry-hints.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import type { LengthUnit } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import type { Admit, DrawingFailure, PictureFailure } from './drawings.ts'
import type { MeasurementDeps } from './ports.ts'
import type { DrawOptions, DrawOutcome } from './processing.ts'

export type PictureDeps = Pick<
  MeasurementDeps,
  'meshes' | 'objects' | 'temporaryFiles' | 'drawings' | 'log'
>

export type PicturedModel = Pick<StoredModel, 'uri' | 'sha256' | 'format'> & {
  readonly units: LengthUnit | null
  /** Color of the plastic, `#rrggbb`; null or absent = a neutral gray. */
  readonly color?: string | null
  /** Width and height; absent = `pageSizePx`. Half the width costs a quarter of the processor time. */
  readonly sizePx?: number
  /** `#rrggbb`; absent = transparent. */
  readonly background?: string
}

/** Size and background of a picture. */
export type PictureLook = Pick<PicturedModel, 'sizePx' | 'background'>

/** Incremented when the picture of the same model and color changes. */
const pictureVersion = 4
const pageSizePx = 640
export const pictureType = 'image/png'

/** How long a failure is cached for a file that cannot be drawn, or on which the core gave up. */
const hopelessSeconds = 3600
/** The failure for storage or a core that is busy or unreachable, and for a caller with too little time. */
const transient: DrawingFailure = {
  failure: { kind: 'picture_unavailable', retryAfterSeconds: retryHintSeconds.drawing },
  forSeconds: 0,
}

/** Returns a tag that changes whenever the picture changes. */
export const pictureTag = ({ sha256, units }: Pick<PicturedModel, 'sha256' | 'units'>): string =>
  `${sha256.slice(0, 16)}${units ?? ''}${pictureVersion}`

/** Returns the key prefix of all pictures of a model. */
export const picturesOf = (sha256: string): string => `pictures/${sha256}-`

/** Admits drawings that no caller requests directly. */
export const admitAlways: Admit<never> = async () => ok(undefined)

/** Returns a PNG. `admit` is called only if the picture must be drawn. */
export async function modelPicture<Refusal>(
  deps: PictureDeps,
  model: PicturedModel,
  admit: Admit<Refusal>,
): Promise<Result<Uint8Array, PictureFailure | Refusal>> {
  if (model.format === 'gcode') return fail({ kind: 'picture_none' })
  const key = keyOf(model)
  const failure = deps.drawings.failureOf(key)
  if (failure !== null) return fail(failure)
  try {
    const stored = await deps.objects.read(key)
    if (stored !== null) return ok(stored)
  } catch (error) {
    deps.log.error('picture.unreadable', { key, error })
    return fail(transient.failure)
  }
  return await deps.drawings.share(key, admit, () => drawAndStore(deps, model, key))
}

type DrawnPicture = Omit<PicturedModel, 'uri'>

function keyOf({
  sha256,
  format,
  units,
  color,
  sizePx = pageSizePx,
  background,
}: DrawnPicture): string {
  const colorName = color?.slice(1).toLowerCase() ?? 'gray'
  const size = sizePx === pageSizePx ? '' : `-${sizePx}px`
  const ground = background === undefined ? '' : `-on-${background.slice(1).toLowerCase()}`
  const kind = `${format}-${units ?? 'own'}-${colorName}-${pictureVersion}${size}${ground}`
  return `${picturesOf(sha256)}${kind}.png`
}

/** Returns the drawing options for the core. */
export const drawOptions = ({
  color = null,
  sizePx = pageSizePx,
  background,
}: Pick<PicturedModel, 'color' | 'sizePx' | 'background'>): DrawOptions => ({
  sizePx,
  view: 'iso',
  ...(color !== null && { color }),
  ...(background !== undefined && { background }),
})

/** Stores a picture that was drawn while its model was measured. Never rejects. */
export const storePicture = async (
  deps: Pick<PictureDeps, 'objects' | 'temporaryFiles' | 'log'>,
  model: DrawnPicture,
  picture: Uint8Array,
): Promise<void> => await store(deps, keyOf(model), picture)

async function drawAndStore(
  deps: PictureDeps,
  model: PicturedModel,
  key: string,
): Promise<Result<Uint8Array, DrawingFailure>> {
  try {
    const drawn = await draw(deps, model)
    if (drawn.ok) await store(deps, key, drawn.value)
    return drawn
  } catch (error) {
    deps.log.error('picture.not_drawn', { key, error })
    return fail(transient)
  }
}

async function draw(
  deps: PictureDeps,
  { uri, format, units, ...look }: PicturedModel,
): Promise<Result<Uint8Array, DrawingFailure>> {
  const { meshes, objects, temporaryFiles } = deps
  const key = objects.parseUri(uri)
  const copy = key === null ? null : await fetchStoredModel(deps, key)
  if (copy === null || !copy.ok || format === 'gcode') return fail(transient)
  try {
    const outcome = await meshes.draw({
      source: { path: copy.value.path },
      format,
      picture: drawOptions(look),
      ...(units !== null && { units }),
    })
    return outcome.kind === 'drawn' ? ok(outcome.picture) : fail(failureOf(outcome))
  } finally {
    await temporaryFiles.remove(copy.value.path)
  }
}

function failureOf({ kind }: Exclude<DrawOutcome, { kind: 'drawn' }>): DrawingFailure {
  switch (kind) {
    case 'unreadable':
      return { failure: { kind: 'picture_none' }, forSeconds: hopelessSeconds }
    // The same file would need as much memory the next time.
    case 'crashed':
      return {
        failure: { kind: 'picture_unavailable', retryAfterSeconds: hopelessSeconds },
        forSeconds: hopelessSeconds,
      }
    // Visitors have less time than accounts, and a separate share of the queue.
    case 'timed_out':
    case 'busy':
      return transient
  }
}

/** Stores a picture. The picture is sent even if storage fails. */
async function store(
  { objects, temporaryFiles, log }: Pick<PictureDeps, 'objects' | 'temporaryFiles' | 'log'>,
  key: string,
  picture: Uint8Array,
): Promise<void> {
  try {
    const { path } = await temporaryFiles.write(picture)
    await objects.putFile(key, path, pictureType).finally(() => temporaryFiles.remove(path))
  } catch (error) {
    log.warn('picture.not_stored', { key, error })
  }
}
