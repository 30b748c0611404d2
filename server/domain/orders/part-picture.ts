// The picture of a printed part, drawn once from its model by the geometry core and kept under the model's content.
import { fail, ok, type Result } from '../base/result.ts'
import { inspectSettings } from '../measurement/inspect-settings.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import { fetchStoredModel, type LocalModel } from '../models/fetch-stored-model.ts'
import type { OrderLine } from './order-lines.ts'
import type { OrderDeps } from './ports.ts'

type PictureDeps = Pick<OrderDeps, 'objects' | 'temporaryFiles' | 'meshes' | 'log'>
type PicturedLine = Pick<OrderLine, 'options' | 'file'>

/** `picture_none`: a sliced file, or a model that cannot be drawn. `picture_unavailable`: not now. */
export type PictureFailure = { readonly kind: 'picture_none' | 'picture_unavailable' }

/** Square. */
export const pictureSizePx = 480
export const pictureType = 'image/png'

/** Raise it when the core draws differently. */
const pictureVersion = 1

export const hasPicture = ({ file }: Pick<PicturedLine, 'file'>): boolean => file.format !== 'gcode'

/** The PNG as a local file, which the caller removes. */
export async function readPartPicture(
  deps: PictureDeps,
  line: PicturedLine,
): Promise<Result<LocalModel, PictureFailure>> {
  if (!hasPicture(line)) return fail({ kind: 'picture_none' })
  const key = keyOf(line)
  const kept = await fetchStoredModel(deps, key)
  if (kept.ok) return kept
  if (kept.failure.kind === 'unreachable') return fail({ kind: 'picture_unavailable' })
  return await draw(deps, key, line)
}

const keyOf = ({ file, options }: PicturedLine): string =>
  `pictures/${file.sha256}-${options.units ?? 'own'}-${pictureSizePx}-v${pictureVersion}.png`

async function draw(
  deps: PictureDeps,
  key: string,
  { file, options }: PicturedLine,
): Promise<Result<LocalModel, PictureFailure>> {
  const { format } = file
  const modelKey = deps.objects.parseUri(file.uri)
  if (modelKey === null || format === 'gcode') return fail({ kind: 'picture_none' })
  const model = await fetchStoredModel(deps, modelKey)
  if (!model.ok) return fail({ kind: 'picture_unavailable' })
  const { path } = model.value
  try {
    const inspected = await deps.meshes.inspect({
      source: { path },
      format,
      settings: inspectSettings(defaultSliceSettings),
      outputs: { mesh: false, picture: { sizePx: pictureSizePx, view: 'iso', faults: false } },
      ...(options.units !== null && { units: options.units }),
    })
    if (inspected.kind === 'unreadable') return fail({ kind: 'picture_none' })
    if (inspected.kind !== 'inspected' || inspected.picture === null) {
      return fail({ kind: 'picture_unavailable' })
    }
    return ok(await store(deps, key, inspected.picture))
  } catch (error) {
    deps.log.error('picture.not_drawn', { key, error })
    return fail({ kind: 'picture_unavailable' })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

/** Returns the local copy. */
async function store(deps: PictureDeps, key: string, picture: Uint8Array): Promise<LocalModel> {
  const local = await deps.temporaryFiles.write(picture)
  try {
    await deps.objects.putFile(key, local.path, pictureType)
    return local
  } catch (error) {
    await deps.temporaryFiles.remove(local.path)
    throw error
  }
}
