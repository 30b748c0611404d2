// Every testable sentence of the contract as a row, by area. A full `npm test` fails on a row without a test that ran
// and on a test for an unknown row (test/check-claims.ts).
import { accounts } from './requirements/accounts.ts'
import { agent } from './requirements/agent.ts'
import { books } from './requirements/books.ts'
import { cli } from './requirements/cli.ts'
import { client } from './requirements/client.ts'
import { customs } from './requirements/customs.ts'
import { decisions } from './requirements/decisions.ts'
import { docs } from './requirements/docs.ts'
import { farm } from './requirements/farm.ts'
import { fulfillment } from './requirements/fulfillment.ts'
import { generation } from './requirements/generation.ts'
import { http } from './requirements/http.ts'
import { invoices } from './requirements/invoices.ts'
import { limits } from './requirements/limits.ts'
import { moneyBack } from './requirements/money-back.ts'
import { orderStates } from './requirements/order-states.ts'
import { orders } from './requirements/orders.ts'
import { pricing } from './requirements/pricing.ts'
import { slicing } from './requirements/slicing.ts'
import { terms } from './requirements/terms.ts'
import { ucp } from './requirements/ucp.ts'
import { uploads } from './requirements/uploads.ts'
import { versioning } from './requirements/versioning.ts'
import { website } from './requirements/website.ts'

export const REQUIREMENTS = [
  ...versioning,
  ...orders,
  ...orderStates,
  ...pricing,
  ...accounts,
  ...limits,
  ...slicing,
  ...uploads,
  ...farm,
  ...generation,
  ...agent,
  ...http,
  ...client,
  ...decisions,
  ...invoices,
  ...books,
  ...moneyBack,
  ...fulfillment,
  ...customs,
  ...terms,
  ...website,
  ...ucp,
  ...docs,
  ...cli,
]

/** The ids that `verifies` accepts. */
export type RequirementId = (typeof REQUIREMENTS)[number]['id']
