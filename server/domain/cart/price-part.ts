// Prices one line of a cart with the pricing core of every order (decisions.md 2 and 37).

import { fail, ok, type Result } from '../base/result.ts'
import { slicedFileInfill } from '../catalog/options.ts'
import { measurePrintable } from '../measurement/check-prints.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import type { StoredModel } from '../models/ports.ts'
import type { NewLine } from '../orders/order-lines.ts'
import { noUsageReason, priceOrder } from '../pricing/price-order.ts'
import type { CartPart, LineRefusal } from './cart.ts'
import type { CartDeps } from './ports.ts'

/** The postage of a line is not used: a parcel has one. So any country prices the print alike. */
const anyCountry = 'US'

export async function pricePart(
  deps: CartDeps,
  { file, options }: Pick<CartPart, 'file' | 'options'>,
): Promise<Result<NewLine, LineRefusal>> {
  const copy = localCopy(deps, file)
  const { sha256, format } = file
  const { units } = options
  const settings = sliceSettings(options)
  try {
    const measured = await measurePrintable(copy.deps, {
      path: '',
      sha256,
      format,
      units,
      settings,
    })
    if (!measured.ok) return measured
    const isSliced = measured.value.kind === 'sliced'
    const billed = isSliced ? { ...options, infill: slicedFileInfill } : options
    const price = priceOrder(measured.value, billed, anyCountry)
    if (price === null) return fail({ kind: 'mesh_unreadable', reason: noUsageReason })
    const { printCents, gramsPerPart, hoursHundredthsPerPart } = price
    return ok({
      options: billed,
      price: { printCents, gramsPerPart, hoursHundredthsPerPart },
      file,
    })
  } catch (error) {
    if (error instanceof ModelMissing) return fail({ kind: 'model_unreadable' })
    throw error
  } finally {
    await copy.remove()
  }
}

class ModelMissing extends Error {
  override readonly name = 'ModelMissing'
}

/**
 * The geometry core on a copy that is fetched when it first needs the file: most lines have been measured before, and then no file is
 * read at all.
 */
function localCopy(deps: CartDeps, { uri }: StoredModel) {
  let fetched: Promise<string> | null = null
  const path = (): Promise<string> => {
    fetched ??= fetchCopy(deps, uri)
    return fetched
  }
  return {
    deps: {
      ...deps,
      geometry: {
        measure: async (request) =>
          await deps.geometry.measure({ ...request, source: { path: await path() } }),
      },
      meshes: {
        ...deps.meshes,
        estimate: async (request) =>
          await deps.meshes.estimate({ ...request, source: { path: await path() } }),
      },
    } satisfies CartDeps,
    remove: async () => {
      const copy = await fetched?.catch(() => null)
      if (typeof copy !== 'string') return
      await deps.temporaryFiles.remove(copy).catch((error: unknown) => {
        deps.log.warn('cart.copy_not_removed', { path: copy, error })
      })
    },
  }
}

async function fetchCopy(deps: CartDeps, uri: string): Promise<string> {
  const key = deps.objects.parseUri(uri)
  const copy = key === null ? null : await fetchStoredModel(deps, key)
  if (copy === null || !copy.ok) throw new ModelMissing(`there is no model at ${uri}`)
  return copy.value.path
}
