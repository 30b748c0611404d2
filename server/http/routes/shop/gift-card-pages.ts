// /gift-cards and its forms, and the form of the account page that buys credits.
import { fail } from '../../../domain/base/result.ts'
import {
  buyCredits,
  buyGiftCard,
  giftAmountCents,
  maxGiftMessage,
} from '../../../domain/gift-cards/buy.ts'
import { checkGiftCard } from '../../../domain/gift-cards/check-gift-card.ts'
import { readReturned } from '../../../domain/gift-cards/settle-purchase.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { centsOfDollars } from '../../../domain/pricing/dollars.ts'
import { money, shortMoney } from '../../../pages/base/money.ts'
import { type GiftCardsView, giftCardsPage } from '../../../pages/shop/gift-cards.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf, withRetryAfter } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { signInPath } from '../../requests/next-page.ts'
import { hostedPages } from '../../responses/hosted-pages.ts'
import { refuseOnAccount } from '../account/account-view.ts'

export const giftCardPages = [
  page('GET', '/gift-cards', showGiftCards),
  page('POST', '/gift-cards/buy', buyByForm),
  page('POST', '/gift-cards/check', checkByForm),
  page('POST', '/account/credits', buyCreditsByForm),
]

const signIn = () => seeOther(signInPath('/gift-cards'))

const render = async (http: HttpContext, request: Request, view: Partial<GiftCardsView> = {}) =>
  giftCardsPage({
    formTargets: hostedPages(http.deps),
    visitor: await pageVisitor(http, request),
    ...view,
  })

async function showGiftCards(http: HttpContext, { request, query }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  const bought = query['bought']
  if (caller === null || bought === undefined) {
    return await render(http, request)
  }
  const returned = await readReturned(http.deps, caller, bought)
  if (returned?.purchase.goods.kind !== 'gift_card') return await render(http, request)
  const { amountCents, goods } = returned.purchase
  const texts = {
    paid: `Thank you. The gift card of ${money(amountCents)} is on its way to ${goods.recipientEmail}.`,
    refunded: 'The payment was refunded in full, so no gift card is sent.',
    open: 'The card processor has not confirmed the payment yet. The gift card is sent once it has.',
  }
  const kind = returned.state === 'paid' ? 'info' : 'warning'
  return await render(http, request, { notice: { kind, text: texts[returned.state] } })
}

async function buyByForm(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return signIn()
  const entries = await readForm(request)
  const slot = await consumeRateLimit(http.deps, 'gift-cards-purchase', caller.email)
  const amountCents = centsOf(entries('amount'))
  const bought = slot.ok
    ? await buyGiftCard(http.deps, caller, {
        amountCents,
        recipientEmail: entries('recipientEmail'),
        message: entries('message'),
      })
    : fail(slot.failure)
  if (bought.ok) return seeOther(bought.value.checkoutUrl)
  return await refuse(http, request, entries, bought.failure)
}

/** "25", "25.50", "$25" or "$ 25" in cents; NaN for anything else, which no purchase accepts. */
const centsOf = (typed: string): number =>
  centsOfDollars(typed.trim().replace(/^\$\s+/, '$')) ?? Number.NaN

const giftAmountError = `Enter an amount from ${shortMoney(giftAmountCents.min)} to ${shortMoney(giftAmountCents.max)}.`

const sentences: Readonly<Record<string, readonly [field: string, sentence: string]>> = {
  gift_amount_invalid: ['amount', giftAmountError],
  gift_recipient_invalid: ['recipientEmail', 'Enter one plain email address.'],
  gift_message_too_long: ['message', `Shorten the message to ${maxGiftMessage} characters.`],
}

async function refuse(
  http: HttpContext,
  request: Request,
  entries: (name: string) => string,
  failure: Failure,
): Promise<Response> {
  const { status, error } = refusalOf(failure)
  const [field, text = error] = sentences[failure.kind] ?? []
  const errors = field === undefined ? {} : { [field]: text }
  const notice = { kind: 'error', text } as const
  return withRetryAfter(await render(http, request, { status, notice, entries, errors }), failure)
}

async function checkByForm(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return signIn()
  const entries = await readForm(request)
  const slot = await consumeRateLimit(http.deps, 'gift-cards-check', caller.email)
  if (!slot.ok) return await refuse(http, request, entries, slot.failure)
  const { valid, balanceCents } = await checkGiftCard(http.deps, entries('code'))
  const text = valid
    ? `This gift card has a balance of ${money(balanceCents)}.`
    : 'This gift card code is unknown or has no balance left.'
  return await render(http, request, { entries, checked: text })
}

async function buyCreditsByForm(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther('/account')
  const field = await readForm(request)
  const slot = await consumeRateLimit(http.deps, 'account-credits', caller.email)
  const bought = slot.ok
    ? await buyCredits(http.deps, caller, { pack: Number(field('pack')) })
    : slot
  if (bought.ok) return seeOther(bought.value.checkoutUrl)
  return await refuseOnAccount(http, { request, caller }, bought.failure)
}
