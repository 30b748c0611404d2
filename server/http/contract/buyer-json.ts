// What a business buyer wants on the invoice, as JSON.
import * as v from 'valibot'
import { type BuyerDetails, buyerFieldLimits, buyerFields } from '../../domain/accounts/buyer.ts'
import { maxReferenceCharacters } from '../../domain/orders/reference.ts'
import { orNull, text } from './schemas.ts'

export const buyerTexts = {
  company: `Company of the buyer, for the invoice; at most ${buyerFieldLimits.company} characters.`,
  vatId: `VAT ID of the buyer with the prefix of its country, for the invoice. Blanks, dots and hyphens are left out; at most ${buyerFieldLimits.vatId} characters.`,
  purchaseOrder: `The buyer’s own purchase-order number, for the invoice; at most ${buyerFieldLimits.purchaseOrder} characters.`,
} as const

export const referenceText = `Your own reference of the order, which every read of it has; at most ${maxReferenceCharacters} characters. It need not be unique.`

const orDefault = (description: string) =>
  v.optional(
    orNull(
      text(`${description} The account’s default when left out or null; an empty text means none.`),
    ),
  )

/** Fields of a body, in addition to the address. */
export const buyerBody = {
  company: orDefault(buyerTexts.company),
  vatId: orDefault(buyerTexts.vatId),
  purchaseOrder: orDefault(buyerTexts.purchaseOrder),
}

/** The buyer's fields of a placed order. */
export const orderedBuyer = {
  company: orNull(text('The company of the order; null when there was none.')),
  vatId: orNull(text('The VAT ID of the order; null when there was none.')),
  purchaseOrder: orNull(text('The purchase-order number of the order; null when there was none.')),
}

type BuyerBody = { readonly [Name in keyof BuyerDetails]?: string | null | undefined }

/** The stated fields by their names. */
export const buyerFieldsOf = (body: BuyerBody): ReadonlyMap<string, string> =>
  new Map(
    buyerFields.flatMap((name) => {
      const value = body[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
