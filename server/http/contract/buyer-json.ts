// Invoice details of a business buyer, as JSON.
import * as v from 'valibot'
import { type BuyerDetails, buyerFieldLimits, buyerFields } from '../../domain/accounts/buyer.ts'
import { maxReferenceCharacters } from '../../domain/orders/record/reference.ts'
import { orNull, text } from './schemas.ts'

export const buyerTexts = {
  company: `Company of the buyer, for the invoice; at most ${buyerFieldLimits.company} characters.`,
  vatId: `VAT ID of the buyer with the prefix of its country, for the invoice. Spaces, dots and hyphens are removed; at most ${buyerFieldLimits.vatId} characters.`,
  purchaseOrder: `The buyer’s purchase-order number, for the invoice; at most ${buyerFieldLimits.purchaseOrder} characters.`,
} as const

export const referenceText = `Your reference for the order, which every read of it returns; at most ${maxReferenceCharacters} characters. It need not be unique.`

const orDefault = (description: string) =>
  v.optional(
    orNull(
      text(`${description} The account’s default if omitted or null; an empty text means none.`),
    ),
  )

/** Body fields in addition to the address. */
export const buyerBody = {
  company: orDefault(buyerTexts.company),
  vatId: orDefault(buyerTexts.vatId),
  purchaseOrder: orDefault(buyerTexts.purchaseOrder),
}

/** Buyer fields of a placed order. */
export const orderedBuyer = {
  company: orNull(text('The company of the order; null when there was none.')),
  vatId: orNull(text('The VAT ID of the order; null when there was none.')),
  purchaseOrder: orNull(text('The purchase-order number of the order; null when there was none.')),
}

type BuyerBody = { readonly [Name in keyof BuyerDetails]?: string | null | undefined }

/** Returns the stated fields by name. */
export const buyerFieldsOf = (body: BuyerBody): ReadonlyMap<string, string> =>
  new Map(
    buyerFields.flatMap((name) => {
      const value = body[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
