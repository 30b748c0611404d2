// Shared by the payment pages that could not start a payment.
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'

/** Links to retry the payment and to return to the order. */
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
