// Reads a cart line: its options with the rules of an order submission, and its model, which belongs to the caller or
// the gallery.

import type { AccountId } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type Adjustment, adjustmentsOf } from '../catalog/adjustments.ts'
import { type PrintOptions, quantityRange } from '../catalog/options.ts'
import { isOrderable } from '../models/format.ts'
import { readModelAddress } from '../models/model-address.ts'
import type { ModelDeps } from '../models/ports.ts'
import { readPrintOptions } from '../orders/submit/order-form.ts'
import type { CartItem, CartPart, LineRefusal } from './cart.ts'

type Deps = Pick<ModelDeps, 'objects' | 'models'>

/** The account whose models may be used. null = signed out, which permits gallery models only. */
type ModelOwner = { readonly accountId: AccountId | null }

export async function readPart(
  deps: Deps,
  owner: ModelOwner,
  item: CartItem,
): Promise<Result<CartPart, LineRefusal>> {
  const options = readItemOptions(item)
  if (!options.ok) return options
  const address = readModelAddress(item.modelUrl)
  if (!address.ok) return address
  const model = await findModel(deps, owner, address.value.uri)
  if (!model.ok) return model
  const { units: modelUnits, isFromGallery, ...file } = model.value
  const units = options.value.units ?? address.value.units ?? modelUnits
  if (!isOrderable(file.format)) return fail({ kind: 'file_unsupported' })
  return ok({
    file,
    options: { ...options.value, units },
    expectedCents: item.expectedCents ?? null,
    isFromGallery,
  })
}

/**
 * Reads the options. Refuses an invalid quantity instead of clamping it: the buyer would otherwise get a different
 * number of parts than the page shows.
 */
export function readItemOptions(
  item: Omit<CartItem, 'modelUrl' | 'expectedCents'>,
): Result<CartPart['options'], LineRefusal> {
  const { quantity = 1 } = item
  const { min, max } = quantityRange
  if (!Number.isInteger(quantity) || quantity < min || quantity > max) {
    return fail({ kind: 'cart_quantity_invalid' })
  }
  return readPrintOptions(fieldsOf(item))
}

/** Returns the values of the item that were adjusted (decisions.md 64). */
export const adjustmentsOfItem = (
  item: Omit<CartItem, 'modelUrl' | 'expectedCents'>,
  options: Omit<PrintOptions, 'units'>,
): readonly Adjustment[] => adjustmentsOf(fieldsOf(item), options)

/** Returns the item as form fields. */
function fieldsOf(item: Omit<CartItem, 'modelUrl' | 'expectedCents'>): ReadonlyMap<string, string> {
  const { quantity = 1 } = item
  const { material, quality, color, infill, layerHeight, nozzleDiameter, nozzleFlow, units } = item
  const stated = { material, quality, color, nozzleFlow, units }
  const numbers = { quantity, infill, layerHeight, nozzleDiameter }
  const fields = new Map<string, string>()
  for (const [name, value] of [...Object.entries(stated), ...Object.entries(numbers)]) {
    if (value !== undefined && value !== null) fields.set(name, String(value))
  }
  return fields
}

/** Finds the model of a line. A model of the account is not treated as a gallery model, even if it is published there. */
async function findModel({ objects, models }: Deps, { accountId }: ModelOwner, uri: string) {
  if (objects.parseUri(uri) === null) return fail({ kind: 'model_not_managed' } as const)
  const owned = accountId === null ? null : await models.findOwned(accountId, uri)
  if (owned !== null) return ok({ ...owned, isFromGallery: false })
  const published = await models.findReadable(accountId, uri)
  if (published !== null) {
    const { isGenerated: _, ...file } = published
    return ok({ ...file, isFromGallery: true })
  }
  const wasPublished = await models.wasPublished(uri)
  return fail({ kind: wasPublished ? 'cart_model_withdrawn' : 'model_foreign' } as const)
}
