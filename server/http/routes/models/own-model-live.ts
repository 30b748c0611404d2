// /models/{id}/live: event stream of a generation in progress, for its account.
import { readListedGeneration } from '../../../domain/generation/list-generations.ts'
import type { LiveHub } from '../../live/live-hub.ts'
import { openStream } from '../../live/open-stream.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'

export type ModelLiveContext = HttpContext & { readonly modelLive: LiveHub }

export const ownModelLive = page({
  path: '/models/:id/live',
  access: everyone,
  show: openModelStream,
})

async function openModelStream(
  http: ModelLiveContext,
  { request, params: { id } }: Input<null, 'id'>,
): Promise<Response> {
  const find = async () => {
    const caller = await http.authenticate(request, ['session'])
    return caller === null ? null : await readListedGeneration(http.deps, caller, id)
  }
  const generation = await find()
  if (generation === null) return new Response(null, { status: 404 })
  const stillAllowed = async () => (await find()) !== null
  return openStream(http.modelLive, http, { request, topic: generation.id, stillAllowed })
}
