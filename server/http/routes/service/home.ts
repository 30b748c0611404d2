// GET /: the start page.
import { setTimeout } from 'node:timers/promises'
import { readApiKey } from '../../../domain/accounts/api-key.ts'
import type { Visitor } from '../../../domain/cart/use-basket.ts'
import type { LeadTime } from '../../../domain/lead-time/lead-time.ts'
import { readLeadTime } from '../../../domain/lead-time/lead-time.ts'
import { type BrowserBundle, browserBundle } from '../../../pages/assets/browser-bundle.ts'
import { homePage } from '../../../pages/home/home-page.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page } from '../../middleware/page.ts'
import { visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { shownVisitor } from '../../middleware/visitor.ts'
import { inLanguage } from '../../requests/language.ts'

export const home = page({ path: '/', access: visitors, show: showHome })

async function showHome(
  http: HttpContext,
  { request, caller: by }: Input<Visitor>,
): Promise<Response> {
  const { deps } = http
  const { caller } = by
  const [bundle, visitor, leadTime, key] = await Promise.all([
    readBundle(),
    shownVisitor(http, by),
    readLead(deps),
    caller === null ? null : readApiKey(deps, caller),
  ])
  const keyPrefix = key?.prefix ?? null
  const script = bundle?.urls.home ?? null
  const { baseUrl } = deps
  return await inLanguage(request, deps, (language) =>
    homePage({ baseUrl, language, script, visitor, leadTime, keyPrefix }),
  )
}

const bundleWaitMs = 2000

/**
 * Returns the bundle, or null while the scripts are built or if the build fails. The page's form works without its
 * script.
 */
async function readBundle(): Promise<BrowserBundle | null> {
  return await Promise.race([browserBundle().catch(() => null), setTimeout(bundleWaitMs, null)])
}

/** Returns null when the farm's load cannot be read. The page then states no dates. */
async function readLead(deps: HttpContext['deps']): Promise<LeadTime | null> {
  try {
    return await readLeadTime(deps, { grams: null, quantity: 1 })
  } catch (error) {
    deps.log.warn('home.lead_time_unknown', { error })
    return null
  }
}
