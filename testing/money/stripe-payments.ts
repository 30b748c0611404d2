// Payments, refunds and events of the stand-in for its tests.
import type { Json, Stage } from '../service/stripe-stand-in.ts'

/** `stage` is called late, because tests open it in a hook. */
export function paymentsOn(stage: () => Stage) {
  const types = async () => (await stage().standIn.control.events()).map(({ type }) => type)
  return {
    /** Pays with the card, $5.00 by default; returns the payment's id. */
    pay: async (card = 'pm_card_visa', amountCents = 500): Promise<string> => {
      const { body } = await stage().call('POST', '/v1/payment_intents', {
        amount: String(amountCents),
        currency: 'usd',
        payment_method: card,
        confirm: 'true',
      })
      return body.id
    },
    refund: (payment: string, fields: Record<string, string> = {}, headers = {}) =>
      stage().call('POST', '/v1/refunds', { payment_intent: payment, ...fields }, headers),
    chargeOf: async (payment: string): Promise<Json> =>
      (await stage().call('GET', '/v1/charges', { payment_intent: payment })).body.data[0],
    read: async (path: string, fields: Record<string, string> = {}): Promise<Json> =>
      (await stage().call('GET', path, fields)).body,
    /** Returns the types of the events that the work causes, in order. */
    eventsOf: async (work: () => Promise<unknown>): Promise<string[]> => {
      const before = (await types()).length
      await work()
      return (await types()).slice(before)
    },
  }
}
