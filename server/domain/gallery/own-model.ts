// An account's model for its page: a generation in any state, or an upload.

import type { AccountCaller } from '../base/caller.ts'
import { isUuid } from '../base/ids/uuid.ts'
import type { Result } from '../base/result.ts'
import { readListedGeneration } from '../generation/list-generations.ts'
import type { ListedGeneration } from '../generation/run/job.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { measureStored } from '../measurement/measure-stored.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import type { ModelFailure } from '../models/failure.ts'
import type { OwnedModel } from '../models/ports.ts'
import type { Measurement } from '../models/report.ts'
import type { GalleryDeps, GalleryEntry } from './ports.ts'

export type StoredOwnModel = {
  readonly kind: 'stored'
  readonly id: string
  /** null for an upload. */
  readonly generation: ListedGeneration | null
  readonly model: OwnedModel
  /** The measurement that an order would use. */
  readonly measured: Result<Measurement, MeasurementFailure | ModelFailure>
  /** The model's gallery entry; null if there is none. */
  readonly entry: GalleryEntry | null
}

export type OwnModel =
  | StoredOwnModel
  /** A generation that is unfinished, failed, or finished without being stored. */
  | { readonly kind: 'without_model'; readonly generation: ListedGeneration }

/** Returns null for an unknown id and for another account's model. */
export async function readOwnModel(
  deps: GalleryDeps,
  caller: Pick<AccountCaller, 'accountId'>,
  id: string,
): Promise<OwnModel | null> {
  const { accountId } = caller
  const generation = await readListedGeneration(deps, caller, id)
  if (generation !== null && generation.status !== 'done') {
    return { kind: 'without_model', generation }
  }
  const model = await findOwnFile(deps, caller, id)
  if (model === null) return generation === null ? null : { kind: 'without_model', generation }
  const { units } = model
  const [measured, entry] = await Promise.all([
    measureStored(deps, model, { units, settings: defaultSliceSettings }),
    deps.gallery.readOfGeneration(accountId, id),
  ])
  return { kind: 'stored', id, generation, model, measured, entry }
}

/** Returns the stored file of a generation or upload; null if there is none. */
export async function findOwnFile(
  { printModels }: Pick<GalleryDeps, 'printModels'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  id: string,
): Promise<OwnedModel | null> {
  const generation = isUuid(id) ? await printModels.readForSlicing(accountId, id) : null
  return generation === null || generation.model === null
    ? null
    : { ...generation.model, units: generation.units }
}
