// Every checkable sentence of the contract as a row, in the order of its sections.
// A full `npm test` fails on a row without a test that ran and on a test for a row that does not exist (test/check-claims.ts).
import { accounts } from './requirements/accounts'
import { agent } from './requirements/agent'
import { decisions } from './requirements/decisions'
import { generation } from './requirements/generation'
import { http } from './requirements/http'
import { limits } from './requirements/limits'
import { orderStates } from './requirements/order-states'
import { orders } from './requirements/orders'
import { pricing } from './requirements/pricing'
import { slicing } from './requirements/slicing'
import { versioning } from './requirements/versioning'

export const REQUIREMENTS = [
  ...versioning,
  ...orders,
  ...orderStates,
  ...pricing,
  ...accounts,
  ...limits,
  ...slicing,
  ...generation,
  ...agent,
  ...http,
  ...decisions,
]

/** The ids that `verifies` accepts. */
export type RequirementId = (typeof REQUIREMENTS)[number]['id']
