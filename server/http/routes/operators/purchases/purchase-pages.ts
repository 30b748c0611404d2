// /operator/purchases: gift cards, credits and debts, with what an operator does about one of them.
import { closeDebt, payBackDebt } from '../../../../domain/operators/close-debt.ts'
import {
  findPurchases,
  readPurchase,
  reissueGiftCard,
  type SoldPurchase,
  voidGiftCard,
} from '../../../../domain/operators/purchase-desk.ts'
import { refundPurchase } from '../../../../domain/operators/refund-purchase.ts'
import { money } from '../../../../pages/base/money.ts'
import { confirmedField, confirmPage } from '../../../../pages/operators/confirm.tsx'
import { deskPurchaseNotFound } from '../../../../pages/operators/not-found.tsx'
import {
  purchasePage,
  purchasePath,
  purchasesPath,
} from '../../../../pages/operators/purchases/purchase-page.tsx'
import { purchasesPage } from '../../../../pages/operators/purchases/purchases-page.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { page, type Received } from '../../../middleware/route.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../../requests/forms.ts'
import { type DeskNotice, type Field, info, noticeOf, problem } from '../ask-first.ts'
import { type DeskReader, forOperator, forViewer } from '../operator-view.ts'

const listedDebts = 100

export const purchasePages = [
  page('GET', purchasesPath, showPurchases),
  page('GET', `${purchasesPath}/:purchase`, showPurchase),
  page('POST', `${purchasesPath}/:purchase`, changeByForm),
]

function showPurchases(http: HttpContext, { request, query }: Received): Promise<Response> {
  const { deps } = http
  const text = (query['q'] ?? '').slice(0, 200)
  return forViewer(http, request, async (user) => {
    const [found, debts] = await Promise.all([
      findPurchases(deps, { text, isUnsettled: false }),
      deps.purchaseDesk.openDebts(listedDebts),
    ])
    return purchasesPage(user, { text, found, debts })
  })
}

const notices: Readonly<Record<string, DeskNotice>> = {
  refund: info('The refund was requested. What it takes back is below.'),
  void: info('The gift card is void.'),
  reissue: info('The gift card goes to the new address under a new code.'),
  settle: info('The debt is settled.'),
  'write-off': info('The debt is written off.'),
  'pay-back': info('It was paid back.'),
  credit: info('It was credited.'),
}

function showPurchase(
  http: HttpContext,
  { request, params: { purchase = '' }, query }: Received,
): Promise<Response> {
  return forViewer(http, request, (user) => {
    const notice = noticeOf(notices, query['done'])
    return render(http, user, purchase, notice === undefined ? {} : { notice })
  })
}

async function render(
  { deps }: HttpContext,
  user: DeskReader,
  id: string,
  shown: { readonly status?: number; readonly notice?: DeskNotice },
): Promise<Response> {
  const found = await readPurchase(deps, id)
  return found.ok ? purchasePage(user, found.value, shown) : deskPurchaseNotFound(user)
}

const fieldNames = ['action', 'reason', 'email', 'debt', 'note'] as const

/** Each action has a confirmation. */
function changeByForm(
  http: HttpContext,
  { request, params: { purchase: id = '' } }: Received,
): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const found = await readPurchase(http.deps, id)
    if (!found.ok) return deskPurchaseNotFound(user)
    const field = await readForm(request)
    const missing = missingIn(field)
    if (missing !== null) return render(http, user, id, { status: 400, notice: problem(missing) })
    if (field(confirmedField) !== '1') return confirmPage(user, questionOf(found.value, field))
    const failure = await act(http, user, id, field)
    if (failure === null) return seeOther(`${purchasePath(id)}?done=${field('action')}`)
    const { status, error } = refusalOf(failure)
    return render(http, user, id, { status, notice: problem(error) })
  })
}

function missingIn(field: Field): string | null {
  const isShort = (name: string) => field(name).trim() !== '' && field(name).length <= 200
  switch (field('action')) {
    case 'refund':
      return isShort('reason') ? null : 'Enter the reason of the refund in 1 to 200 characters.'
    case 'settle':
    case 'write-off':
    case 'pay-back':
    case 'credit':
      return isShort('note') ? null : 'Enter a note about the debt in 1 to 200 characters.'
    case 'reissue':
      return field('email').trim() === '' ? 'Enter the address that the gift card goes to.' : null
    case 'void':
      return null
    default:
      return 'Choose what to do.'
  }
}

function questionOf(purchase: SoldPurchase, field: Field) {
  const { id, amountCents, unspentCents, buyerEmail } = purchase
  const action = field('action')
  const [title, text, button] = questions[action] ?? ['', '', '']
  return {
    tab: 'money' as const,
    title,
    facts: [
      ['Buyer', buyerEmail],
      ['Price', money(amountCents)],
      ['Not spent', money(unspentCents)],
    ] as const,
    text,
    action: purchasePath(id),
    fields: Object.fromEntries(fieldNames.map((name) => [name, field(name)])),
    button,
    isDanger: action !== 'reissue',
    back: purchasePath(id),
  }
}

const questions: Readonly<Record<string, readonly [title: string, text: string, button: string]>> =
  {
    refund: [
      'Refund what is not spent?',
      'The money goes back to the card that paid, and the value is taken back at once. It cannot be undone.',
      'Refund',
    ],
    void: [
      'Void this gift card?',
      'It pays nothing any more, and nothing is refunded. It cannot be undone.',
      'Void the gift card',
    ],
    reissue: [
      'Send this gift card to another address?',
      'It gets another code; the one before is not valid any more.',
      'Send it',
    ],
    settle: ['Was this debt paid?', 'The account can buy again.', 'Settle the debt'],
    'write-off': [
      'Write this debt off?',
      'It is booked as a loss, and the account can buy again.',
      'Write it off',
    ],
    'pay-back': [
      'Was this paid back to the buyer?',
      'The buyer had paid the debt before its payment came back. Note it once the money is on its way.',
      'It was paid back',
    ],
    credit: [
      'Credit this to the buyer?',
      'It becomes value of the gift card, or credits of the account.',
      'Credit it',
    ],
  }

/** The refusal; null when it was done. */
async function act(
  { deps }: HttpContext,
  { email }: DeskReader,
  id: string,
  field: Field,
): Promise<Failure | null> {
  const [reason, note] = [field('reason').trim(), field('note').trim()]
  const done = await (() => {
    switch (field('action')) {
      case 'refund':
        return refundPurchase(deps, email, { id, reason })
      case 'void':
        return voidGiftCard(deps, email, id)
      case 'reissue':
        return reissueGiftCard(deps, email, { id, email: field('email') })
      case 'settle':
        return closeDebt(deps, email, { id: field('debt'), how: 'settled', note })
      case 'write-off':
        return closeDebt(deps, email, { id: field('debt'), how: 'written_off', note })
      case 'pay-back':
        return payBackDebt(deps, email, { id: field('debt'), how: 'paid_back', note })
      default:
        return payBackDebt(deps, email, { id: field('debt'), how: 'credited', note })
    }
  })()
  return done.ok ? null : done.failure
}
