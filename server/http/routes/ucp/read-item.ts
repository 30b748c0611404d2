// Ids of items: a link to the quote page with its options, or the URL of a model, which uses the page's default
// options.

import { fail, type Result } from '../../../domain/base/result.ts'
import type { ReceivedFile } from '../../../domain/models/received-file.ts'
import { maxVisitorBytes } from '../../../domain/models/size-limit.ts'
import type { RequestedItem } from '../../../domain/ucp/price-items.ts'
import { orderFields } from '../../../pages/quotes/options/order-fields.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import type { Failure } from '../../refusals/failure.ts'
import { fetchLinked, type LinkedModel, linkedFields, linkedModel } from '../quotes/linked-part.ts'

type Reading = {
  readonly deps: HttpDeps
  readonly address: string
  /** Aborted when the platform disconnects. */
  readonly gone: AbortSignal
  /** Aborted when the time limit of the whole request expires. */
  readonly timeLimit: AbortSignal
}

type ItemPart = Pick<RequestedItem<Failure>, 'fields' | 'source'>

export function readItem(itemId: string, { deps, address, ...signals }: Reading): ItemPart {
  const query = quoteOptionsOf(itemId, deps.baseUrl) ?? { model: itemId }
  const fields = orderFields(linkedFields(query))
  // The quantity comes from the line, and the country from the checkout.
  for (const name of ['quantity', 'country', 'units']) fields.delete(name)
  const linked = linkedModel(query['model'], query['units'])
  if (!linked.ok) return refuse(linked.failure)
  const model = linked.value
  if (model === null) return refuse({ kind: 'checkout_item_unknown' })
  const { url, units, sizeMm } = model
  // A scaled file is in millimeters.
  if (units !== null && sizeMm === null) fields.set('units', units)
  if (url.startsWith('gs://') && sizeMm === null) {
    return { fields: Object.fromEntries(fields), source: { kind: 'stored', uri: url } }
  }
  if (!/^https?:\/\//.test(url)) return refuse({ kind: 'checkout_item_unknown' })
  const fetch = () => fetchInTime(deps, model, { address, ...signals })
  return { fields: Object.fromEntries(fields), source: { kind: 'linked', fetch } }
}

async function fetchInTime(
  deps: HttpDeps,
  model: LinkedModel,
  { address, gone, timeLimit }: Omit<Reading, 'deps'>,
): Promise<Result<ReceivedFile, Failure>> {
  const signal = AbortSignal.any([gone, timeLimit])
  try {
    return await fetchLinked(deps, model, { caller: address, maxBytes: maxVisitorBytes, signal })
  } catch (error) {
    if (gone.aborted || !timeLimit.aborted) throw error
    return fail({ kind: 'import_refused', reason: 'timed_out', message: tooSlow })
  }
}

const tooSlow =
  'The files of this request took too long. Send it again with fewer items, or put the files on a faster server.'

const refuse = (failure: Failure): ItemPart => ({
  fields: {},
  source: { kind: 'refused', failure },
})

/** Returns the options in a link to this service's quote page, or null for anything else. */
export function quoteOptionsOf(
  itemId: string,
  baseUrl: string,
): Readonly<Record<string, string>> | null {
  if (!URL.canParse(itemId, baseUrl)) return null
  const { origin, pathname, searchParams } = new URL(itemId, baseUrl)
  const isQuote = origin === new URL(baseUrl).origin && pathname === '/quote'
  return isQuote ? Object.fromEntries(searchParams) : null
}
