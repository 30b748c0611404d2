// The processor's own record, read from its API.

import type { TestService } from '../helpers/service.ts'
import type { Json } from './stage.ts'

type Kind = 'charges' | 'refunds' | 'disputes' | 'balance_transactions' | 'payouts'

/** All objects of a kind, newest first. */
export async function listObjects(
  { stripe }: Pick<TestService, 'stripe'>,
  kind: Kind,
  where: Readonly<Record<string, string>> = {},
): Promise<readonly Json[]> {
  const found: Json[] = []
  for (;;) {
    const last = found.at(-1)
    const query = new URLSearchParams({
      limit: '100',
      ...where,
      ...(last !== undefined && { starting_after: last.id }),
    })
    const response = await fetch(`${stripe.baseUrl}/v1/${kind}?${query}`, {
      headers: { authorization: `Bearer ${stripe.secretKey}` },
    })
    const page: Json = await response.json()
    if (!response.ok) throw new Error(`${kind}: ${JSON.stringify(page)}`)
    found.push(...page.data)
    if (!page.has_more) return found
  }
}
