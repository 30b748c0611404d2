// Order whose payment a bank reported or withdrew.
import { orderPath } from '../parts/order-path.ts'

/** `code` is null if the payment belongs to no order. */
export function PaidOrder({ code }: { readonly code: string | null }) {
  if (code === null) return 'a gift card, credits or no order'
  return <a href={orderPath(code)}>{code}</a>
}
