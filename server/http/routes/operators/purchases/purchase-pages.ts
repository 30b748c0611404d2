// /operator/purchases: gift cards, credits and debts, with the operator's actions on each.

import type { PurchaseId } from '../../../../domain/base/ids/purchase-id.ts'
import { keysOf } from '../../../../domain/base/keys-of.ts'
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import {
  lengthText,
  maxPurchaseSearch,
  maxReasonCharacters,
} from '../../../../domain/base/text/text-lengths.ts'
import { readPurchases } from '../../../../domain/desk/purchases.ts'
import { closeDebt, payBackDebt } from '../../../../domain/operators/close-debt.ts'
import {
  readPurchase,
  reissueGiftCard,
  type SoldPurchase,
  voidGiftCard,
} from '../../../../domain/operators/purchase-desk.ts'
import { refundPurchase } from '../../../../domain/operators/refund-purchase.ts'
import { money } from '../../../../pages/base/money.ts'
import type { ConfirmQuestion } from '../../../../pages/operators/confirm.tsx'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import {
  purchasePage,
  purchasePath,
  purchasesPath,
} from '../../../../pages/operators/purchases/purchase-page.tsx'
import { purchasesPage } from '../../../../pages/operators/purchases/purchases-page.tsx'
import { noLongerPays } from '../../../contract/field-texts.ts'
import { checkbox, type Field } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { askOnce } from '../forms/ask-once.ts'
import { info, type ListNotice, listPage, outcomeOf, refusedOutcome } from '../forms/desk-list.ts'

const path = `${purchasesPath}/:purchase` as const

const notices = {
  refund: info('The refund was requested. The value that it withdraws is below.'),
  void: info('The gift card is void.'),
  reissue: info('The gift card goes to the new address under a new code.'),
  settle: info('The debt is settled.'),
  'write-off': info('The debt is written off.'),
  'pay-back': info('It was paid back.'),
  credit: info('It was credited.'),
}

type Action = keyof typeof notices

/** Values as typed. Each action has a confirmation page, which sends the values again. */
type Change = { readonly action: Action } & Readonly<
  Record<'reason' | 'email' | 'debt' | 'note', string>
>

/** Fields needed by an action appear in separate forms, so none of them is marked. */
const changeField: Field<Change> = {
  read: (field) => {
    const action = actions.find((each) => each === field('action'))
    if (action === undefined) return fail('Choose what to do.')
    const [reason, email, debt, note] = [
      field('reason'),
      field('email'),
      field('debt'),
      field('note'),
    ]
    const change = { action, reason, email, debt, note }
    const missing = missingIn(change)
    return missing === null ? ok(change) : fail(missing)
  },
}

const actions = keysOf(notices)

function missingIn({ action, reason, email, note }: Change): string | null {
  const isText = (text: string) => text.trim() !== '' && text.length <= maxReasonCharacters
  switch (action) {
    case 'refund':
      return isText(reason)
        ? null
        : `Enter the reason of the refund in ${lengthText(maxReasonCharacters)}.`
    case 'reissue':
      return email.trim() === '' ? 'Enter the address that the gift card goes to.' : null
    case 'void':
      return null
    default:
      return isText(note)
        ? null
        : `Enter a note about the debt in ${lengthText(maxReasonCharacters)}.`
  }
}

export const purchasePages = [
  listPage({ path: purchasesPath, show: showPurchases }),
  page({
    path,
    access: viewers,
    show: function showOnePurchase(http, { params, query, caller }) {
      return showPurchase(http, caller, params.purchase, outcomeOf(notices, query['done']))
    },
  }),
  form({
    path,
    access: operators,
    fields: { change: changeField, confirmed: checkbox },
    ask: askOnce(async ({ deps }, { params, body }) => {
      const purchase = await readPurchase(deps, params.purchase)
      return purchase.ok ? ok(questionOf(purchase.value, body.change)) : purchase
    }),
    act: async function changePurchase({ deps }, { caller, params, body }) {
      const purchase = await readPurchase(deps, params.purchase)
      return purchase.ok ? await carryOut(deps, caller, purchase.value.id, body.change) : purchase
    },
    done: (_http, { params, body }) =>
      `${purchasePath(params.purchase)}?done=${body.change.action}`,
    refuse: (http, { caller, params }, refused) =>
      showPurchase(http, caller, params.purchase, refusedOutcome(refused)),
  }),
]

type Query = { readonly q?: string | undefined }

async function showPurchases(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
  { q = '' }: Query,
): Promise<Response> {
  return purchasesPage({
    ...outcome,
    ...(await readPurchases(deps, q.slice(0, maxPurchaseSearch))),
    user,
  })
}

async function showPurchase(
  { deps }: HttpContext,
  user: DeskViewer,
  id: string,
  outcome: ListNotice,
): Promise<Response> {
  const purchase = await readPurchase(deps, id)
  return purchase.ok
    ? purchasePage({ ...outcome, user, purchase: purchase.value })
    : deskNotFound(user, 'purchase')
}

function questionOf(purchase: SoldPurchase, change: Change): ConfirmQuestion {
  const { id, amountCents, unspentCents, buyerEmail } = purchase
  const [title, text, button] = questions[change.action]
  return {
    tab: 'money',
    title,
    facts: [
      ['Buyer', buyerEmail],
      ['Price', money(amountCents)],
      ['Not spent', money(unspentCents)],
    ],
    text,
    action: purchasePath(id),
    fields: change,
    button,
    isDanger: change.action !== 'reissue',
    back: purchasePath(id),
  }
}

const questions: Readonly<Record<Action, readonly [title: string, text: string, button: string]>> =
  {
    refund: [
      'Refund what is not spent?',
      'The money goes back to the card that paid, and the value is withdrawn immediately. This cannot be undone.',
      'Refund',
    ],
    void: ['Void this gift card?', `${noLongerPays} It cannot be undone.`, 'Void the gift card'],
    reissue: [
      'Send this gift card to another address?',
      'It gets another code; the previous one is no longer valid.',
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

function carryOut(
  deps: HttpContext['deps'],
  { email: by }: DeskViewer,
  id: PurchaseId,
  { action, reason, email, debt, note: typed }: Change,
): Promise<Result<unknown, Failure>> {
  const note = typed.trim()
  switch (action) {
    case 'refund':
      return refundPurchase(deps, by, { id, reason: reason.trim() })
    case 'void':
      return voidGiftCard(deps, by, id)
    case 'reissue':
      return reissueGiftCard(deps, by, { id, email })
    case 'settle':
      return closeDebt(deps, by, { id: debt, how: 'settled', note })
    case 'write-off':
      return closeDebt(deps, by, { id: debt, how: 'written_off', note })
    case 'pay-back':
      return payBackDebt(deps, by, { id: debt, how: 'paid_back', note })
    case 'credit':
      return payBackDebt(deps, by, { id: debt, how: 'credited', note })
  }
}
