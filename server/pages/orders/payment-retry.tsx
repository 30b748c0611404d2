// What the payment pages that could not start a payment have in common.
import { orderPagePath } from '../../domain/orders/page-urls.ts'

/** Links to try the payment again and to go back to the order. */
export function PaymentRetry({ code }: { code: string }) {
  const order = orderPagePath(code)
  return (
    <p class="row">
      <a class="button" href={`${order}/pay`}>
        Try again
      </a>
      <a href={order}>Back to the order</a>
    </p>
  )
}
