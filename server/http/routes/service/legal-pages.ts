// /terms, /privacy and /refunds. The contact page is one of the support routes because it has a form.
import { legalPage } from '../../../pages/legal/legal-page.tsx'
import type { LegalTexts } from '../../../pages/legal/legal-texts.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page } from '../../middleware/page.ts'
import { visitors } from '../../middleware/page-access.ts'
import { shownVisitor } from '../../middleware/visitor.ts'

export type LegalContext = { readonly legalTexts: LegalTexts }

export const legalRoutes = (['terms', 'privacy', 'refunds'] as const).map((name) =>
  page({
    path: `/${name}`,
    access: visitors,
    show: async (http: HttpContext & LegalContext, { caller }) =>
      legalPage(name, http.legalTexts, await shownVisitor(http, caller)),
  }),
)
