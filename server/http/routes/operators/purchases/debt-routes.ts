// Routes for operators' programs: debts.

import { ok } from '../../../../domain/base/result.ts'
import { closeDebt, payBackDebt } from '../../../../domain/operators/close-debt.ts'
import type { PurchaseDeskDeps } from '../../../../domain/operators/purchase-desk.ts'
import { json } from '../../../contract/body.ts'
import { resolutionSchema } from '../../../contract/body-parts.ts'
import { idInPath } from '../../../contract/contract.ts'
import { operator } from '../../../middleware/access.ts'
import { route } from '../../../middleware/route.ts'
import { debtExample, debtJson, debtView } from './purchase-json.ts'

const debtActions = {
  settle: {
    id: 'settleDebt',
    summary: 'Note that a debt was paid',
    description: 'It was paid in another way, such as by bank transfer. The account can buy again.',
    refusals: [{ kind: 'debt_not_found' }],
    act: (deps: PurchaseDeskDeps, by: string, debt: NotedDebt) =>
      closeDebt(deps, by, { ...debt, how: 'settled' }),
  },
  'write-off': {
    id: 'writeOffDebt',
    summary: 'Write a debt off',
    description: 'It will not be paid, and is booked as a loss. The account can buy again.',
    refusals: [{ kind: 'debt_not_found' }],
    act: (deps: PurchaseDeskDeps, by: string, debt: NotedDebt) =>
      closeDebt(deps, by, { ...debt, how: 'written_off' }),
  },
  'pay-back': {
    id: 'payBackDebt',
    summary: 'Note that a paid debt was paid back',
    description:
      'For a debt that was paid before its dispute was won, or before its refund was returned. Notes that the buyer got the money back in another ' +
      'way, such as by bank transfer.',
    refusals: [{ kind: 'debt_not_owed_back' }],
    act: (deps: PurchaseDeskDeps, by: string, debt: NotedDebt) =>
      payBackDebt(deps, by, { ...debt, how: 'paid_back' }),
  },
  credit: {
    id: 'creditDebt',
    summary: 'Credit a paid debt',
    description:
      'For a debt that was paid before its dispute was won, or its refund returned: what is owed back to the buyer goes to the gift card, or to ' +
      'the account as credits at the price of their pack.',
    refusals: [{ kind: 'debt_not_owed_back' }, { kind: 'debt_not_creditable' }],
    act: (deps: PurchaseDeskDeps, by: string, debt: NotedDebt) =>
      payBackDebt(deps, by, { ...debt, how: 'credited' }),
  },
} as const

type NotedDebt = { readonly id: string; readonly note: string }

const debtRoute = (action: keyof typeof debtActions) => {
  const { id, summary, description, refusals, act } = debtActions[action]
  return route({
    tag: 'Operators',
    access: operator,
    method: 'POST',
    path: `/api/operator/debts/:debt/${action}`,
    id,
    summary,
    description: `For accounts that are listed as operators. ${description}`,
    parameters: [idInPath('debt', 'The debt’s id.')],
    body: json(resolutionSchema, {
      example: { note: debtExample.note },
      refused: [{ note: '' }],
    }),
    response: { description: 'The debt.', schema: debtView, example: debtExample },
    refusals,
    handler: async function close({ deps }, { caller, params, body }) {
      const done = await act(deps, caller.email, { id: params.debt, ...body })
      return done.ok ? ok(debtJson(done.value)) : done
    },
  })
}

export const debtRoutes = [
  debtRoute('settle'),
  debtRoute('write-off'),
  debtRoute('pay-back'),
  debtRoute('credit'),
]
