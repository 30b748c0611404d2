// /terms, /privacy and /refunds. The page on contact is one of the support routes: it has a form.
import { legalPage } from '../../../pages/legal/legal-page.tsx'
import type { LegalTexts } from '../../../pages/legal/legal-texts.ts'
import { page } from '../../middleware/route.ts'

export type LegalContext = { readonly legalTexts: LegalTexts }

export const legalRoutes = (['terms', 'privacy', 'refunds'] as const).map((name) =>
  page('GET', `/${name}`, ({ legalTexts }: LegalContext) => legalPage(name, legalTexts)),
)
