// The picture of a stored model, made by the geometry core once and stored under the model's content.

import { fail, ok, type Result } from '../base/result.ts'
import { defaultPrintOptions } from '../catalog/options.ts'
import { fetchStoredModel, type LocalModel } from '../models/fetch-stored-model.ts'
import type { LengthUnit } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import { inspectSettings } from './inspect-settings.ts'
import type { MeasurementDeps } from './ports.ts'
import { sliceSettings } from './slice-settings.ts'

type PictureDeps = Pick<MeasurementDeps, 'meshes' | 'objects' | 'temporaryFiles' | 'log'>

export type PicturedModel = Pick<StoredModel, 'uri' | 'sha256' | 'format'> & {
  readonly units: LengthUnit | null
}

/** A sliced file has no surface. `unavailable`: the core is busy or gave up, or the file cannot be read. */
export type PictureFailure = { readonly kind: 'no_picture' | 'picture_unavailable' }

/** Another picture of the same model gets another number. */
const pictureVersion = 1
const sizePx = 640
const type = 'image/png'

/** Changes when the picture does. */
export const pictureTag = ({ sha256, units }: Pick<PicturedModel, 'sha256' | 'units'>): string =>
  `${sha256.slice(0, 16)}${units ?? ''}${pictureVersion}`

/** A PNG with a transparent ground as a local file, which the caller removes. */
export async function modelPicture(
  deps: PictureDeps,
  model: PicturedModel,
): Promise<Result<LocalModel, PictureFailure>> {
  const key = `pictures/${model.sha256}-${model.units ?? 'own'}-${pictureVersion}.png`
  const known = await fetchStoredModel(deps, key)
  return known.ok ? ok(known.value) : await drawPicture(deps, model, key)
}

async function drawPicture(
  deps: PictureDeps,
  { uri, format, units }: PicturedModel,
  pictureKey: string,
): Promise<Result<LocalModel, PictureFailure>> {
  if (format === 'gcode') return fail({ kind: 'no_picture' })
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
    const png = inspected.kind === 'inspected' ? inspected.picture : null
    if (png === null) return fail({ kind: 'picture_unavailable' })
    const picture = await temporaryFiles.write(png)
    await objects.putFile(pictureKey, picture.path, type).catch((error: unknown) => {
      log.warn('picture.not_stored', { key: pictureKey, error })
    })
    return ok(picture)
  } finally {
    await temporaryFiles.remove(copy.value.path)
  }
}
