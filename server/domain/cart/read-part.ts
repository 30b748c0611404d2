// Reads a line of a cart: its options as a submit reads them, and its model, which is the caller's or one of the gallery.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type Adjustment, adjustmentsOf } from '../catalog/adjustments.ts'
import { type PrintOptions, quantityRange } from '../catalog/options.ts'
import { isOrderable } from '../models/format.ts'
import { readModelAddress } from '../models/model-address.ts'
import type { ModelDeps } from '../models/ports.ts'
import { readPrintOptions } from '../orders/submit/order-form.ts'
import type { CartItem, CartPart, LineRefusal } from './cart.ts'

type Deps = Pick<ModelDeps, 'objects' | 'models'>

export async function readPart(
  deps: Deps,
  caller: Pick<AccountCaller, 'accountId'>,
  item: CartItem,
): Promise<Result<CartPart, LineRefusal>> {
  const options = readItemOptions(item)
  if (!options.ok) return options
  const address = readModelAddress(item.modelUrl)
  if (!address.ok) return address
  const model = await findModel(deps, caller, address.value.uri)
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

/** A quantity is refused rather than changed: the buyer would get another number of parts than the page shows. */
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

/** Values of the item that count otherwise than they were sent (decisions.md 64). */
export const adjustmentsOfItem = (
  item: Omit<CartItem, 'modelUrl' | 'expectedCents'>,
  options: Omit<PrintOptions, 'units'>,
): readonly Adjustment[] => adjustmentsOf(fieldsOf(item), options)

/** The item as a form has it. */
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

/** The account's own model is not counted as one of the gallery, also when it is published there. */
async function findModel(
  { objects, models }: Deps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  uri: string,
) {
  if (objects.parseUri(uri) === null) return fail({ kind: 'model_not_managed' } as const)
  const owned = await models.findOwned(accountId, uri)
  if (owned !== null) return ok({ ...owned, isFromGallery: false })
  const published = await models.findReadable(accountId, uri)
  if (published !== null) {
    const { generated: _, ...file } = published
    return ok({ ...file, isFromGallery: true })
  }
  const wasPublished = await models.wasPublished(uri)
  return fail({ kind: wasPublished ? 'cart_model_withdrawn' : 'model_foreign' } as const)
}
