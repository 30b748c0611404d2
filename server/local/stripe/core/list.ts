// Stripe's lists: newest first, in pages, filtered by fields and by time.
import { invalidParameter } from './errors.ts'
import { expandPaths } from './expand.ts'
import type { Listing } from './params.ts'
import type { Kind, Kinds } from './store.ts'
import { type ApiResponse, need, ok, type World } from './world.ts'

/** Returns one page of a kind, newest first, in Stripe's list envelope. */
export function listPage<K extends Kind>(
  world: World,
  kind: K,
  request: { url: string; params: Listing; where: Record<string, string | undefined> },
  present: (object: Kinds[K]) => unknown = (object) => object,
): ApiResponse {
  const { limit, starting_after, ending_before, expand } = request.params
  if (limit < 1 || limit > 100) {
    throw invalidParameter('parameter_invalid_integer', 'limit', 'Limit must be between 1 and 100')
  }
  if (starting_after !== undefined) need(world, kind, starting_after, 'starting_after')
  if (ending_before !== undefined) need(world, kind, ending_before, 'ending_before')
  const found = world.store.list(kind, {
    where: request.where,
    ...rangeOf(request.params.created),
    limit: limit + 1,
    startingAfter: starting_after,
    endingBefore: ending_before,
  })
  const hasMore = found.length > limit
  const page = ending_before === undefined ? found.slice(0, limit) : found.slice(-limit)
  const body = { object: 'list', url: request.url, has_more: hasMore, data: page.map(present) }
  return ok(expandPaths(world, body, expand))
}

function rangeOf(created: Listing['created']): { createdFrom: number; createdTo: number } {
  if (created === undefined) return { createdFrom: 0, createdTo: Number.MAX_SAFE_INTEGER }
  if (typeof created === 'number') return { createdFrom: created, createdTo: created }
  const { gt, gte, lt, lte } = created
  return {
    createdFrom: Math.max(gt === undefined ? 0 : gt + 1, gte ?? 0),
    createdTo: Math.min(
      lt === undefined ? Number.MAX_SAFE_INTEGER : lt - 1,
      lte ?? Number.MAX_SAFE_INTEGER,
    ),
  }
}
