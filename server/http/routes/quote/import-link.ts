// POST /quote/link: fetches a model from a link for a person who is signed in, and shows its page (decisions.md 34).
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { importModel } from '../../../domain/uploads/import-model.ts'
import { importLinkPage } from '../../../pages/quote/import-link.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { refusalOf } from '../../responses/failure-to-response.ts'
import { signInPath } from '../account/next-page.ts'

const path = '/quote/link'

export const importLinkPages = [page('GET', path, showImport), page('POST', path, importByForm)]

/** Signing in leads back here with the link. */
async function showImport(http: HttpContext, { request, query }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  const url = query['url'] ?? ''
  return await importLinkPage({ url, units: query['units'] ?? '', isSignedIn: caller !== null })
}

async function importByForm(http: HttpContext, { request }: Received): Promise<Response> {
  const { deps, keepOpen } = http
  const caller = await http.authenticate(request, ['session'])
  const field = await readForm(request)
  const [url, units] = [field('url').trim(), field('units')]
  if (caller === null) {
    return seeOther(signInPath(`${path}?${new URLSearchParams({ url, units })}`))
  }
  const slot = await consumeRateLimit(deps, 'model-import', caller.email)
  keepOpen?.(request)
  const imported = slot.ok
    ? await importModel(deps, caller, { url, units, signal: request.signal })
    : slot
  if (imported.ok) return seeOther(`/models/${imported.value.generationId}?imported=1`)
  const { status, error } = refusalOf(imported.failure)
  return await importLinkPage({ url, units, isSignedIn: true, status, error })
}
