// Shared by the payment pages that could not start a payment.
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import type { Words } from '../languages/words.ts'

type RetryProps = { readonly words: Words; readonly code: string }

/** Links to retry the payment and to return to the order. */
export function PaymentRetry({ words, code }: RetryProps) {
  const order = orderPagePath(code)
  return (
    <p class="row">
      <a class="button" href={`${order}/pay`}>
        {words.text('pay.tryAgain')}
      </a>
      <a href={order}>{words.text('pay.back')}</a>
    </p>
  )
}
