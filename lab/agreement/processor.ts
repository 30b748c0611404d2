// The processor's record, read from its API.

import type { TestService } from '../../testing/service/service.ts'
import type { Json } from './stage.ts'

type Kind = 'charges' | 'refunds' | 'disputes' | 'balance_transactions' | 'payouts'

type Where = Readonly<Record<string, string>>
type Processor = Pick<TestService, 'stripe'>

/** Returns all objects of a kind, newest first. */
export async function listObjects(
  processor: Processor,
  kind: Kind,
  where: Where = {},
): Promise<readonly Json[]> {
  const found: Json[] = []
  for (;;) {
    const last = found.at(-1)
    const after = last === undefined ? {} : { starting_after: last.id }
    const page = await readPage(processor, kind, { limit: '100', ...where, ...after })
    found.push(...page.data)
    if (!page.has_more) return found
  }
}

/** Undefined when there is none. */
export const newestObject = async (
  processor: Processor,
  kind: Kind,
  where: Where = {},
): Promise<Json> => (await readPage(processor, kind, { limit: '1', ...where })).data[0]

async function readPage({ stripe }: Processor, kind: Kind, query: Where): Promise<Json> {
  const response = await fetch(`${stripe.baseUrl}/v1/${kind}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${stripe.secretKey}` },
  })
  const page: Json = await response.json()
  if (!response.ok) throw new Error(`${kind}: ${JSON.stringify(page)}`)
  return page
}
