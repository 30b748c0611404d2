// Publishes an account's model in the gallery and withdraws it (decisions.md 41).

import type { AccountCaller } from '../base/caller.ts'
import { isUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { singleLine } from '../base/text/text.ts'
import { moderationReason } from '../generation/request/moderation-reason.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { measureStored } from '../measurement/measure-stored.ts'
import { admitAlways, modelPicture, pictureType } from '../measurement/model-picture.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import type { ModelFailure } from '../models/failure.ts'
import { isOrderable } from '../models/format.ts'
import type { OwnedModel } from '../models/ports.ts'
import type { MeshReport } from '../models/report.ts'
import type { GalleryFailure } from './failure.ts'
import type { GalleryDeps, GalleryEntry } from './ports.ts'

export const maxTitleCharacters = 80

export type PublishRequest = { readonly generationId: string; readonly title: string }

type PublishFailure = GalleryFailure | ModelFailure | MeasurementFailure

/** Publishes a model. Order of checks: id, title, ownership, model, moderation. Refuses models that cannot be printed. */
export async function publish(
  deps: GalleryDeps,
  caller: AccountCaller,
  { generationId, title: sent }: PublishRequest,
): Promise<Result<GalleryEntry, PublishFailure>> {
  if (generationId.trim() === '') return fail({ kind: 'gallery_generation_required' })
  const title = singleLine(sent)
  if (title === '' || [...title].length > maxTitleCharacters) {
    return fail({ kind: 'gallery_title_invalid' })
  }
  const model = await findModel(deps, caller, generationId.trim())
  if (!model.ok) return model
  const report = await measureMesh(deps, model.value)
  if (!report.ok) return report
  const moderated = await moderateTitle(deps, title)
  if (!moderated.ok) return moderated
  const moderatedModel = await moderateModel(deps, model.value, title)
  if (!moderatedModel.ok) return moderatedModel
  const { dimensionsMm, volumeCm3 } = report.value
  const entry = {
    id: deps.ids.uuid(),
    generationId: generationId.trim(),
    accountId: caller.accountId,
    title,
    model: model.value,
    dimensionsMm,
    volumeCm3,
    publishedAt: deps.clock.now(),
  }
  const outcome = await deps.gallery.publish(entry)
  if (outcome === 'already_published') return fail({ kind: 'gallery_already_published' })
  if (outcome === 'taken_down') return fail({ kind: 'gallery_taken_down' })
  deps.log.info('gallery.published', { id: entry.id, generationId: entry.generationId })
  return ok({ ...entry, withdrawnAt: null, takenDown: null })
}

/**
 * Draws the picture in advance, so that the first visitor does not wait. If a server moderates pictures, the picture
 * is moderated, and a model without a picture is not published. Otherwise a missing picture is drawn on demand.
 */
async function moderateModel(
  deps: GalleryDeps,
  model: OwnedModel,
  title: string,
): Promise<Result<void, GalleryFailure>> {
  const { languageModel, temporaryFiles, log } = deps
  const drawn = await modelPicture(deps, model, admitAlways).catch((error: unknown) => {
    log.warn('gallery.picture_not_drawn', { uri: model.uri, error })
    return null
  })
  if (!languageModel.readsPictures) return ok(undefined)
  if (drawn === null || !drawn.ok) return fail({ kind: 'gallery_moderation_unavailable' })
  const file = await temporaryFiles.write(drawn.value)
  try {
    const image = { ...file, fileName: 'model.png', mimeType: pictureType } as const
    const seen = await languageModel.moderate({ text: title, images: [image] })
    if (seen.kind === 'allowed') return ok(undefined)
    return fail(
      seen.kind === 'refused'
        ? {
            kind: 'gallery_picture_refused',
            reason: moderationReason(seen, seen.part === 'text' ? 'title' : 'result'),
          }
        : { kind: 'gallery_moderation_unavailable' },
    )
  } finally {
    await temporaryFiles.remove(file.path)
  }
}

async function findModel(
  deps: Pick<GalleryDeps, 'printModels'>,
  { accountId }: AccountCaller,
  generationId: string,
): Promise<Result<OwnedModel, GalleryFailure>> {
  const generation = isUuid(generationId)
    ? await deps.printModels.readForSlicing(accountId, generationId)
    : null
  if (generation === null) return fail({ kind: 'gallery_generation_not_found' })
  const { model, units } = generation
  if (model === null || !isOrderable(model.format)) {
    return fail({ kind: 'gallery_model_unsuitable' })
  }
  return ok({ ...model, units })
}

async function measureMesh(
  deps: GalleryDeps,
  model: OwnedModel,
): Promise<Result<MeshReport, PublishFailure>> {
  const { units } = model
  const measured = await measureStored(deps, model, { units, settings: defaultSliceSettings })
  if (!measured.ok) return measured
  if (measured.value.kind === 'sliced') return fail({ kind: 'gallery_model_unsuitable' })
  return ok(measured.value.report)
}

async function moderateTitle(
  { languageModel }: Pick<GalleryDeps, 'languageModel'>,
  title: string,
): Promise<Result<void, GalleryFailure>> {
  const moderated = await languageModel.moderate({ text: title, images: [] })
  switch (moderated.kind) {
    case 'allowed':
      return ok(undefined)
    case 'refused':
      return fail({ kind: 'gallery_title_refused', reason: moderationReason(moderated, 'title') })
    // Cannot occur here, because this call sends no picture.
    case 'pictures_not_accepted':
    case 'unavailable':
      return fail({ kind: 'gallery_moderation_unavailable' })
  }
}

/** Withdraws an entry. Another account's entry is not found. Idempotent. */
export async function withdraw(
  { gallery, log }: Pick<GalleryDeps, 'gallery' | 'log'>,
  { accountId }: AccountCaller,
  id: string,
): Promise<Result<void, GalleryFailure>> {
  const withdrawn = isUuid(id) && (await gallery.withdraw(accountId, id))
  if (!withdrawn) return fail({ kind: 'gallery_entry_not_found' })
  log.info('gallery.withdrawn', { id })
  return ok(undefined)
}
