// The picture of a stored model, made by the geometry core once and stored under the model's content.

import { fail, ok, type Result } from '../base/result.ts'
import { defaultPrintOptions } from '../catalog/options.ts'
import { fetchStoredModel, type LocalModel } from '../models/fetch-stored-model.ts'
import { type LengthUnit, lengthUnits } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import { inspectSettings } from './inspect-settings.ts'
import type { MeasurementDeps } from './ports.ts'
import { sliceSettings } from './slice-settings.ts'

export type PictureDeps = Pick<MeasurementDeps, 'meshes' | 'objects' | 'temporaryFiles' | 'log'>

export type PicturedModel = Pick<StoredModel, 'uri' | 'sha256' | 'format'> & {
  readonly units: LengthUnit | null
}

/** `picture_none`: a sliced file, which has no surface, or one that cannot be read. `picture_unavailable`: not now. */
export type PictureFailure = { readonly kind: 'picture_none' | 'picture_unavailable' }

/** Another picture of the same model gets another number. */
const pictureVersion = 1
const sizePx = 640
export const pictureType = 'image/png'

/** Changes when the picture does. */
export const pictureTag = ({ sha256, units }: Pick<PicturedModel, 'sha256' | 'units'>): string =>
  `${sha256.slice(0, 16)}${units ?? ''}${pictureVersion}`

const pictureKey = (sha256: string, units: LengthUnit | null): string =>
  `pictures/${sha256}-${units ?? 'own'}-${pictureVersion}.png`

/** Where the pictures of a model are stored, in every unit. */
export const pictureKeys = (sha256: string): readonly string[] =>
  [null, ...lengthUnits].map((units) => pictureKey(sha256, units))

/** A PNG with a transparent ground as a local file, which the caller removes. */
export async function modelPicture(
  deps: PictureDeps,
  model: PicturedModel,
): Promise<Result<LocalModel, PictureFailure>> {
  const key = pictureKey(model.sha256, model.units)
  const known = await fetchStoredModel(deps, key)
  if (known.ok) return known
  if (known.failure.kind === 'unreachable') return fail({ kind: 'picture_unavailable' })
  return await drawPicture(deps, model, key)
}

async function drawPicture(
  deps: PictureDeps,
  { uri, format, units }: PicturedModel,
  storedKey: string,
): Promise<Result<LocalModel, PictureFailure>> {
  if (format === 'gcode') return fail({ kind: 'picture_none' })
  const { meshes, objects, temporaryFiles, log } = deps
  const key = objects.parseUri(uri)
  const copy = key === null ? null : await fetchStoredModel(deps, key)
  if (copy === null || !copy.ok) return fail({ kind: 'picture_unavailable' })
  try {
    const inspected = await meshes.inspect({
      source: { path: copy.value.path },
      format,
      settings: inspectSettings(sliceSettings(defaultPrintOptions)),
      outputs: { mesh: false, picture: { sizePx, view: 'iso', faults: false } },
      ...(units !== null && { units }),
    })
    if (inspected.kind === 'unreadable') return fail({ kind: 'picture_none' })
    if (inspected.kind !== 'inspected' || inspected.picture === null) {
      return fail({ kind: 'picture_unavailable' })
    }
    const picture = await temporaryFiles.write(inspected.picture)
    await objects.putFile(storedKey, picture.path, pictureType).catch((error: unknown) => {
      log.warn('picture.not_stored', { key: storedKey, error })
    })
    return ok(picture)
  } catch (error) {
    log.error('picture.not_drawn', { key: storedKey, error })
    return fail({ kind: 'picture_unavailable' })
  } finally {
    await temporaryFiles.remove(copy.value.path)
  }
}
