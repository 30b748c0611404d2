// /terms, /privacy and /refunds. The page on contact is one of the support routes: it has a form.
import { legalPage } from '../../../pages/legal/legal-page.tsx'
import type { LegalTexts } from '../../../pages/legal/legal-texts.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'

export type LegalContext = { readonly legalTexts: LegalTexts }

export const legalRoutes = (['terms', 'privacy', 'refunds'] as const).map((name) =>
  page('GET', `/${name}`, async (http: HttpContext & LegalContext, { request }: Received) =>
    legalPage(name, http.legalTexts, await pageVisitor(http, request)),
  ),
)
