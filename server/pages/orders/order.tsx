// /orders/{code}: the state of an order, for anyone with its code (decisions.md 12).
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import type { PaymentLookup } from '../../domain/orders/settle/look-up-payment.ts'
import type { ConversationMessage } from '../../domain/tickets/conversation.ts'
import { assetUrl, orderScript } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import type { PageLanguage } from '../base/page-language.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import type { Words } from '../languages/words.ts'
import { BusyNotice } from './busy-notice.tsx'
import { OrderContact } from './order-contact.tsx'
import {
  type LiveOrderView,
  OrderChecked,
  OrderParcel,
  OrderPayment,
  OrderPrice,
  OrderPrinting,
  OrderState,
  OrderTimeline,
} from './order-fragments.tsx'
import { Ordered } from './order-lines.tsx'
import { PartPicture } from './part-picture.tsx'
import type { SheetLine } from './sheet-lines.ts'

export type OrderView = LiveOrderView & {
  readonly language: PageLanguage
  readonly lookup: PaymentLookup
  readonly lines: readonly SheetLine[]
  /** Whether the visitor is signed in to the order's account and the order does not wait for payment. */
  readonly mayOrderAgain: boolean
  /** null unless the visitor is signed in to the order's account. */
  readonly conversation: readonly ConversationMessage[] | null
  readonly visitor: PageVisitor
  /** Email address of the visitor. '' if not signed in. */
  readonly email: string
  /** Id of the message that the support form sends. */
  readonly messageId: string
}

export function orderPage(view: OrderView): Response {
  const { order, lines, lookup, isReturned, now, language } = view
  const { code } = order
  const { words } = language
  const shown = { ...view, words }
  const pictured = lines.length === 1 ? lines.filter(({ hasPicture }) => hasPicture) : []
  return pageResponse({
    title: words.text('order.title', { code }),
    language,
    visitor: view.visitor,
    headers: unlistedHeaders(),
    script: assetUrl(orderScript),
    isLive: true,
    body: (
      <>
        <div class={pictured.length === 0 ? 'order-head' : 'order-head pictured'}>
          <OrderState {...shown} />
          {pictured.map((line) => (
            <PartPicture words={words} code={code} line={line} sizePx={224} />
          ))}
        </div>
        <OrderPrinting {...shown} />
        <OrderChecked words={words} code={code} isReturned={isReturned} at={now} isLive={false} />
        {lookup === 'busy' ? <BusyNotice words={words} /> : ''}
        <OrderPayment {...shown} />
        <OrderParcel {...shown} />
        <div class="columns">
          <section class="panel" aria-labelledby="ordered">
            <h2 id="ordered">{words.text('order.ordered')}</h2>
            <Ordered words={words} lines={lines} code={code} />
            {view.mayOrderAgain ? <OrderAgain words={words} code={code} /> : ''}
          </section>
          <section class="panel" aria-labelledby="price">
            <h2 id="price">{words.text('order.price')}</h2>
            <OrderPrice {...shown} />
          </section>
        </div>
        <section class="panel" aria-labelledby="history">
          <h2 id="history">{words.text('order.history')}</h2>
          <OrderTimeline {...shown} />
        </section>
        <OrderContact
          words={words}
          code={code}
          conversation={view.conversation}
          email={view.email}
          messageId={view.messageId}
        />
        <p class="hint">{words.text('order.public')}</p>
      </>
    ),
  })
}

/** Leads to the checkout with the same lines and address. */
function OrderAgain({ words, code }: { readonly words: Words; readonly code: string }) {
  return (
    <form class="action" method="post" action={`${orderPagePath(code)}/again`}>
      <button type="submit" class="quiet">
        {words.text('order.again')}
      </button>
    </form>
  )
}
