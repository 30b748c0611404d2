// /gift-cards and its forms, and the account page's form that buys credits.
import { ok } from '../../../domain/base/result.ts'
import { giftCardUnusable } from '../../../domain/cart/checkout-sentences.ts'
import type { Visitor } from '../../../domain/cart/use-basket.ts'
import {
  buyCredits,
  buyGiftCard,
  giftAmountCents,
  maxGiftMessage,
} from '../../../domain/gift-cards/buy.ts'
import { buyByForm } from '../../../domain/gift-cards/buy-by-form.ts'
import { checkGiftCard } from '../../../domain/gift-cards/check-gift-card.ts'
import { readReturned } from '../../../domain/gift-cards/settle-purchase.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import { money, shortMoney } from '../../../pages/base/money.ts'
import { type GiftCardsView, giftCardsPage } from '../../../pages/gift-cards/gift-cards.tsx'
import { anyText, dollars, number } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { type FormRefusal, form, sentenceOf } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { signedInOr, visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { readPurchase } from '../../middleware/stored-values.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { signInPath } from '../../requests/next-page.ts'
import { hostedPages } from '../../responses/hosted-pages.ts'
import { notConfirmedYet } from '../../responses/payment-texts.ts'
import { refusedOn } from '../accounts/show-account.ts'

const giftAmountError = `Enter an amount from ${shortMoney(giftAmountCents.min)} to ${shortMoney(giftAmountCents.max)}.`

/** Signing in returns to this page. */
const buyers = signedInOr(signInPath('/gift-cards'))

export const giftCardPages = [
  page({ path: '/gift-cards', access: visitors, show: showGiftCards }),
  form({
    path: '/gift-cards/buy',
    access: buyers,
    fields: { key: anyText, amount: dollars, recipientEmail: anyText, message: anyText },
    act: async function buyGiftCardByForm({ deps }, { request, caller, body }) {
      const { key: formKey, amount: amountCents, ...rest } = body
      const gift = { amountCents, ...rest }
      const sent = { caller, formKey, asked: ['gift card', gift], signal: request.signal }
      return await buyByForm(deps, sent, readPurchase, () =>
        withinLimit(deps, 'gift-cards-purchase', caller.email, () =>
          buyGiftCard(deps, caller, gift),
        ),
      )
    },
    done: (_http, _input, { checkoutUrl }) => checkoutUrl,
    marks: {
      gift_amount_invalid: { amount: giftAmountError },
      gift_recipient_invalid: { recipientEmail: 'Enter one plain email address.' },
      gift_message_too_long: { message: `Shorten the message to ${maxGiftMessage} characters.` },
    },
    refuse,
  }),
  form({
    path: '/gift-cards/check',
    access: buyers,
    fields: { code: anyText },
    act: async function checkByForm({ deps }, { caller, body }) {
      return await withinLimit(deps, 'gift-cards-check', caller.email, async () =>
        ok(await checkGiftCard(deps, body.code)),
      )
    },
    done: (http, { request, body }, { valid, balanceCents }) => {
      const checked = valid
        ? ({
            kind: 'info',
            text: `This gift card has a balance of ${money(balanceCents)}.`,
          } as const)
        : ({
            kind: 'warning',
            text: giftCardUnusable,
          } as const)
      const entries = (name: string) => (name === 'code' ? body.code : '')
      return render(http, request, { entries, checked })
    },
    refuse,
  }),
  form({
    path: '/account/credits',
    access: signedInOr('/account'),
    fields: { key: anyText, pack: number },
    act: async function buyCreditsByForm({ deps }, { request, caller, body }) {
      const { key: formKey, pack } = body
      const sent = { caller, formKey, asked: ['credits', pack], signal: request.signal }
      return await buyByForm(deps, sent, readPurchase, () =>
        withinLimit(deps, 'account-credits', caller.email, () =>
          buyCredits(deps, caller, { pack }),
        ),
      )
    },
    done: (_http, _input, { checkoutUrl }) => checkoutUrl,
    refuse: refusedOn(),
  }),
]

const render = async (http: HttpContext, request: Request, view: Partial<GiftCardsView> = {}) =>
  giftCardsPage({
    formTargets: hostedPages(http.deps),
    visitor: await pageVisitor(http, request),
    formKey: http.deps.ids.uuid(),
    ...view,
  })

async function showGiftCards(
  http: HttpContext,
  { request, query, caller: { caller } }: Input<Visitor>,
): Promise<Response> {
  const bought = query['bought']
  if (caller === null || bought === undefined) return await render(http, request)
  const returned = await readReturned(http.deps, caller, bought)
  if (returned?.purchase.goods.kind !== 'gift_card') return await render(http, request)
  const { amountCents, goods } = returned.purchase
  const texts = {
    paid: `Thank you. The gift card of ${money(amountCents)} is on its way to ${goods.recipientEmail}.`,
    refunded: 'The payment was refunded in full, so no gift card is sent.',
    open: `${notConfirmedYet} The gift card is sent once it has.`,
  }
  const kind = returned.state === 'paid' ? 'info' : 'warning'
  return await render(http, request, { notice: { kind, text: texts[returned.state] } })
}

function refuse(
  http: HttpContext,
  { request }: { readonly request: Request },
  refused: FormRefusal,
): Promise<Response> {
  const { status, errors, typedIn: entries } = refused
  const notice = { kind: 'error', text: sentenceOf(refused) } as const
  return render(http, request, { status, notice, entries, errors })
}
