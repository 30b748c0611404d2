// The initial values of the checkout form.
import { buyerFields } from '../../../domain/accounts/buyer.ts'
import type { AccountRecord } from '../../../domain/accounts/ports.ts'
import type { Visitor } from '../../../domain/cart/use-basket.ts'
import { hasStates } from '../../../domain/catalog/countries.ts'
import { findAddress, type KnownAddress } from '../../../domain/orders/read/address-book.ts'
import type { ShippingAddress } from '../../../domain/orders/record/order.ts'
import { addressFields } from '../../../pages/cart/checkout.tsx'
import type { SentFields } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import type { Input } from '../../middleware/route.ts'

/**
 * Initial values of the form. For a signed-in account, these are its email, its billing fields and an address from an
 * earlier order.
 */
export async function firstEntries(
  { deps }: HttpContext,
  { caller }: Visitor,
  {
    query,
    country,
    addresses,
    account,
  }: {
    readonly account: AccountRecord | null
    readonly query: Input<Visitor>['query']
    readonly country: string
    readonly addresses: readonly KnownAddress[]
  },
): Promise<SentFields> {
  if (caller === null) return (name) => (name === 'country' ? country : '')
  const code = query['address'] ?? ''
  // The button below charges immediately, so an explicitly requested address is never replaced by another one.
  const chosen =
    code === ''
      ? addresses[0]
      : (addresses.find((each) => each.code === code) ??
        (await findAddress(deps, caller.accountId, code)) ??
        undefined)
  // The country chosen on the previous page wins, because an address in another country would be wrong.
  const asked = query['country'] ?? ''
  const isElsewhere = asked !== '' && code === ''
  const address =
    chosen === undefined || (isElsewhere && chosen.address.country !== country)
      ? null
      : chosen.address
  const entries = new Map<string, string>([
    ['country', address?.country ?? country],
    ['email', caller.email],
    ...addressNames.map((name) => [name, address?.[name] ?? ''] as const),
    ...(address === null ? [] : stateOf(address)),
    ...buyerFields.map((name) => [name, account?.buyer[name] ?? ''] as const),
  ])
  return (name) => entries.get(name) ?? ''
}

/**
 * Returns the state values to prefill. The state stays empty where an earlier order used the city as the state, so that
 * a new city replaces it.
 */
const stateOf = ({
  state,
  city,
  country,
}: ShippingAddress): readonly (readonly [string, string])[] =>
  state === city && !hasStates(country)
    ? [['state', '']]
    : [
        ['state', state],
        ['stateOf', country],
      ]

const addressNames = addressFields.flatMap(([name]) => (name === 'email' ? [] : [name]))
