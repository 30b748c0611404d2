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

export const home = page({ path: '/', access: visitors, show: showHome })

async function showHome(http: HttpContext, { caller: by }: Input<Visitor>): Promise<Response> {
  const { deps } = http
  const { caller } = by
  const [bundle, visitor, leadTime, key] = await Promise.all([
    readBundle(),
    shownVisitor(http, by),
    readLead(deps),
    caller === null ? null : readApiKey(deps, caller),
  ])
  const keyPrefix = key?.prefix ?? null
  return homePage({
    baseUrl: deps.baseUrl,
    script: bundle?.urls.home ?? null,
    visitor,
    leadTime,
    keyPrefix,
  })
}

const bundleWaitMs = 2000

/** null while the scripts are built, and when they do not build: the page's form works without its script. */
async function readBundle(): Promise<BrowserBundle | null> {
  return await Promise.race([browserBundle().catch(() => null), setTimeout(bundleWaitMs, null)])
}

/** null when the farm's load cannot be read: the page then names no days. */
async function readLead(deps: HttpContext['deps']): Promise<LeadTime | null> {
  try {
    return await readLeadTime(deps, { grams: null, quantity: 1 })
  } catch (error) {
    deps.log.warn('home.lead_time_unknown', { error })
    return null
  }
}
