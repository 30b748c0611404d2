// Fields of the invoice details in an order.
import type { Words } from '../../pages/languages/words.ts'
import type { Marks } from './marks.ts'

export const buyerMarks = ({
  text,
  number,
}: Words): Pick<Marks, 'buyer_field_too_long' | 'vat_id_invalid'> => ({
  buyer_field_too_long: ({ field, limit }) => ({
    [field]: text('field.tooLong', { limit: number(limit) }),
  }),
  vat_id_invalid: { vatId: text('field.vatIdWrong') },
})
