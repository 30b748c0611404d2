// GET /robots.txt (RFC 9309): paths that crawlers must skip. Order pages are not listed: they send `noindex`, which a
// crawler that may not read them would never see.
import { daySeconds } from '../../../domain/base/time/day.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import { agentPath } from '../../requests/paths.ts'

/**
 * Endpoints for programs, and pages with visitor-specific content. The longest match wins, so the card remains
 * readable.
 */
const rules = [
  'Disallow: /api/',
  `Allow: ${agentPath}/server-card`,
  'Disallow: /account',
  'Disallow: /basket',
  'Disallow: /checkout',
  'Disallow: /models/',
  'Disallow: /operator',
]

const text = `User-agent: *\n${rules.join('\n')}\n`

export const robotsTextRoute = page({
  path: '/robots.txt',
  access: everyone,
  show: function sendRobotsText() {
    return new Response(text, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': `public, max-age=${daySeconds}`,
      },
    })
  },
})
