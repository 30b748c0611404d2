// Readers of the values that forms store under their keys (domain/idempotency/once-by-form.ts). They throw for a value of
// another shape.
import * as v from 'valibot'
import { purchaseIdOf } from '../../domain/base/ids/purchase-id.ts'

/** The path to redirect to. */
export const readPath = v.parser(v.string())

export const readJob = v.parser(v.object({ jobId: v.string() }))

export const readModel = v.parser(v.object({ id: v.string() }))

export const readPicture = v.parser(v.object({ imageUrl: v.string(), persisted: v.boolean() }))

export const readSpools = v.parser(v.object({ ids: v.array(v.number()) }))

export const readVersion = v.parser(v.object({ version: v.number() }))

export const readPurchase = v.parser(
  v.object({ checkoutUrl: v.string(), purchaseId: v.pipe(v.string(), v.transform(purchaseIdOf)) }),
)
