// The order of a payment that a bank reported or takes back.
import { orderPath } from '../parts/order-path.ts'

/** `code`: null when the payment paid no order. */
export function PaidOrder({ code }: { readonly code: string | null }) {
  if (code === null) return 'a gift card, credits or no order'
  return <a href={orderPath(code)}>{code}</a>
}
