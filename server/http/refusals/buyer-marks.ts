// Fields of the invoice details in an order.
import type { Marks } from './marks.ts'

export const buyerMarks: Pick<Marks, 'buyer_field_too_long' | 'vat_id_invalid'> = {
  buyer_field_too_long: ({ field, limit }) => ({ [field]: `At most ${limit} characters.` }),
  vat_id_invalid: {
    vatId: 'Enter the number with the prefix of its country, such as DE123456789.',
  },
}
