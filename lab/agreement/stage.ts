// The service of a history with its customers, and the calls of a history.

import { type Buyer, buyer, post, storeCube } from '../../testing/people/shop.ts'
import { OPERATOR_EMAIL, openTestService, type TestService } from '../../testing/service/service.ts'
import { createDice, type Dice } from '../lib/dice.ts'
import type { History } from './record.ts'

export type Customer = Buyer & {
  /** Headers with the API key. */
  readonly headers: { readonly authorization: string }
  readonly card: 'pays' | 'declines' | 'none'
}

/** Percentage by country, as the service is configured. Other countries have none. */
export const taxRates: Readonly<Record<string, number>> = { DE: 19, FR: 5.5, GB: 20 }

export type Stage = {
  readonly service: TestService
  readonly dice: Dice
  readonly history: History
  readonly customers: readonly Customer[]
  readonly operator: string
  /** Calls as a signed-in person. */
  readonly ask: (who: Buyer, path: string, body: object) => Promise<readonly [number, Json]>
  /** Calls as an operator. */
  readonly act: (path: string, body: object) => Promise<readonly [number, Json]>
  /** Reads a page or a file, with a session or without. */
  readonly read: (path: string, cookie?: string) => Promise<Response>
  /** Returns the stored model of a customer with edges of that many mm. */
  readonly model: (customer: Buyer, sizeMm: number) => Promise<string>
  /** Counts up, so that no two requests are equal. */
  readonly next: () => number
  readonly close: () => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of the service, which the comparison checks
export type Json = any

export async function openStage(options: {
  readonly seed: number
  readonly customers: number
}): Promise<Stage> {
  const rates = Object.entries(taxRates).map((entry) => entry.join(':'))
  const service = await openTestService({ env: { TAX_RATES: rates.join(',') } })
  const operator = await service.signIn(OPERATOR_EMAIL)
  const customers: Customer[] = []
  for (let index = 0; index < options.customers; index += 1) {
    customers.push(await openCustomer(service, cards[index % cards.length] ?? 'pays'))
  }
  const models = new Map<string, Promise<string>>()
  let numbers = 0
  return {
    service,
    dice: createDice(options.seed),
    history: { orders: [], cards: [], credits: [], charges: [], told: [], payouts: [] },
    customers,
    operator,
    ask: (who, path, body) => post(service, who, path, body),
    act: (path, body) => post(service, { cookie: operator }, path, body),
    read: (path, cookie = '') => service.fetch(path, { headers: { cookie } }),
    model: (customer, sizeMm) => {
      const key = `${customer.accountId} ${sizeMm}`
      const model = models.get(key) ?? storeCube(service, customer, sizeMm)
      models.set(key, model)
      return model
    },
    next: () => {
      numbers += 1
      return numbers
    },
    close: () => service.close(),
  }
}

const cards = ['pays', 'pays', 'declines', 'pays', 'none', 'pays', 'pays', 'pays'] as const

async function openCustomer(service: TestService, card: Customer['card']): Promise<Customer> {
  const person = await buyer(service)
  const names = { pays: 'pm_card_visa', declines: 'pm_card_chargeCustomerFail', none: null }
  const { headers } = await service.account({
    accountId: person.accountId,
    email: person.email,
    card: names[card],
  })
  return { ...person, headers, card }
}

/** Creates a person who buys one gift card or pack: events of its payment may block all other purchases. */
export const openBuyer = ({ service }: Stage): Promise<Customer> => openCustomer(service, 'pays')
