// POST /quote/link: fetches a model from a link for a person who is signed in, and shows its page (decisions.md 34).
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { importModel } from '../../../domain/uploads/import-model.ts'
import { importLinkPage } from '../../../pages/quote/import-link.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { signInPath } from '../../requests/next-page.ts'

const path = '/quote/link'

export const importLinkPages = [page('GET', path, showImport), page('POST', path, importByForm)]

/** Signing in returns here with the link. */
async function showImport(http: HttpContext, { request, query }: Received): Promise<Response> {
  const { url = '', units = '' } = query
  return importLinkPage({ url, units, visitor: await pageVisitor(http, request) })
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
  const [wrong, text = error] = wrongField(imported.failure, status)
  return importLinkPage({
    url,
    units,
    visitor: await pageVisitor(http, request),
    status,
    refusal: text,
    errors: wrong === undefined ? {} : { [wrong]: text },
  })
}

/** The field that is wrong, and what to do about it where the API's sentence does not say it; none when the link is not at fault. */
function wrongField({ kind }: Failure, status: number): readonly [field?: string, text?: string] {
  if (kind === 'units_unknown') return ['units', 'Choose a unit from the list.']
  if (kind === 'import_url_missing') return ['url', 'Enter a link.']
  // A server that does not respond is a problem of the link: another link may work.
  return kind === 'import_refused' || (status < 500 && status !== 429) ? ['url'] : []
}
