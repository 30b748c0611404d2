// POST /quote/link: fetches a model from a link for a signed-in user and shows its page (decisions.md 34).
import { fail } from '../../../domain/base/result.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import { importModel } from '../../../domain/uploads/import-model.ts'
import { importLinkPage } from '../../../pages/quotes/import-link.tsx'
import { anyText, trimmed } from '../../contract/form-fields.ts'
import { form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { visitors } from '../../middleware/page-access.ts'
import { shownVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { seeOther } from '../../requests/forms.ts'
import { inLanguage } from '../../requests/language.ts'
import { signInPath } from '../../requests/next-page.ts'

const path = '/quote/link'

export const importLinkPages = [
  page({
    path,
    access: visitors,
    // Signing in returns here with the link.
    show: async function showImport(http, { request, query, caller }) {
      const { url = '', units = '' } = query
      const visitor = await shownVisitor(http, caller)
      return await inLanguage(request, http.deps, (language) =>
        importLinkPage({ url, units, visitor, language }),
      )
    },
  }),
  form({
    path,
    access: visitors,
    fields: { url: trimmed, units: anyText },
    act: async function importByForm(http, { request, caller: { caller }, body }) {
      if (caller === null) return fail({ kind: 'session_required' })
      return await withinLimit(http.deps, 'model-import', caller.email, () => {
        http.keepOpen?.(request)
        return importModel(http.deps, caller, { ...body, signal: request.signal })
      })
    },
    done: (_http, _input, { generationId }) => `/models/${generationId}?imported=1`,
    refuse: async (http, { caller }, { status, text: said, failure, typedIn }) => {
      const [url, units] = [typedIn('url').trim(), typedIn('units')]
      if (failure?.kind === 'session_required') {
        return seeOther(signInPath(`${path}?${new URLSearchParams({ url, units })}`))
      }
      const [wrong, text = said] = failure === null ? [] : wrongField(failure, status)
      return importLinkPage({
        url,
        units,
        visitor: await shownVisitor(http, caller),
        status,
        refusal: text,
        errors: wrong === undefined ? {} : { [wrong]: text },
      })
    },
  }),
]

/** Returns the invalid field, and advice if the API's sentence has none. Empty if the link is not the cause. */
function wrongField({ kind }: Failure, status: number): readonly [field?: string, text?: string] {
  if (kind === 'units_unknown') return ['units', 'Choose a unit from the list.']
  if (kind === 'import_url_missing') return ['url', 'Enter a link.']
  // A server that does not respond is treated as a problem of the link: another link may work.
  const isOfForm = kind === 'body_too_large' || kind === 'body_late' || status === 429
  return kind === 'import_refused' || (status < 500 && !isOfForm) ? ['url'] : []
}
