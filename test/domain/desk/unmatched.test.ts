// The list of payments without an order, as the desk reads it.
import { expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { findUnmatched, readUnmatched } from '../../../server/domain/desk/unmatched.ts'

type Deps = Parameters<typeof readUnmatched>[0]
type Payment = Awaited<ReturnType<Deps['unmatchedPayments']['list']>>['waiting'][number]
type Reported = Awaited<ReturnType<Deps['moneyBoard']['openPayments']>>[number]

const payment = (paymentId: string) => ({ paymentId }) as Payment
const reported = (eventId: string, paymentId: string | null) => ({ eventId, paymentId }) as Reported

const deps = {
  unmatchedPayments: {
    list: async () => ({ waiting: [payment('pi_waits')], decided: [payment('pi_decided')] }),
    progress: async () => ({ automaticLastHour: 2, searchedAt: null }),
    read: async () => null,
  },
  moneyBoard: {
    openPayments: async () => [
      reported('evt_1', 'pi_waits'),
      reported('evt_2', 'pi_decided'),
      reported('evt_3', 'pi_new'),
      reported('evt_4', null),
    ],
  },
} as unknown as Deps

test('a reported payment that the search also found is listed once, by the search', async () => {
  const { announced, automaticLastHour, searchedAt } = await readUnmatched(deps)
  expect(announced.map(({ eventId }) => eventId)).toEqual(['evt_3', 'evt_4'])
  expect([automaticLastHour, searchedAt]).toEqual([2, null])
})

test('an unknown payment is refused', async () => {
  expect(await findUnmatched(deps, paymentIdOf('pi_none'))).toEqual({
    ok: false,
    failure: { kind: 'payment_not_found' },
  })
})
