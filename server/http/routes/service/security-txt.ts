// GET /.well-known/security.txt (RFC 9116): where to report vulnerabilities in this service.

import type { Clock } from '../../../domain/base/ports.ts'
import { dayMs, daySeconds } from '../../../domain/base/time/day.ts'
import { legalPath } from '../../../pages/legal/legal-texts.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'

const path = '/.well-known/security.txt'
/** RFC 9116 recommends less than a year. A copy may be cached for a day. */
const validDays = 180

export const securityTextRoute = page({
  path,
  access: everyone,
  show: function sendSecurityText({ deps }: HttpContext) {
    const { baseUrl, clock } = deps
    const lines = [
      `Contact: ${baseUrl}${legalPath('contact')}`,
      `Expires: ${expiryAt(clock)}`,
      'Preferred-Languages: en',
      `Canonical: ${baseUrl}${path}`,
    ]
    return new Response(`${lines.join('\n')}\n`, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': `public, max-age=${daySeconds}`,
      },
    })
  },
})

/** Returns midnight in UTC, so that the text changes once a day. */
function expiryAt(clock: Clock): string {
  const today = Math.floor(clock.now().getTime() / dayMs)
  return new Date((today + validDays) * dayMs).toISOString()
}
