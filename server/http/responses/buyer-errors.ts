// The refusals of a buyer's fields, shown next to them in forms.
import type { BuyerFailure } from '../../domain/accounts/buyer.ts'

export const buyerErrors = (failure: BuyerFailure): Readonly<Record<string, string>> =>
  failure.kind === 'vat_id_invalid'
    ? { vatId: 'Enter the number with the prefix of its country, such as DE123456789.' }
    : { [failure.field]: `At most ${failure.limit} characters.` }
