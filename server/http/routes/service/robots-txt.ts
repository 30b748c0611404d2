// GET /robots.txt (RFC 9309): what crawlers leave alone. Pages of orders are not in it: they say `noindex` themselves, which a crawler
// that may not read them would never see.
import { daySeconds } from '../../../domain/base/day.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import { agentPath } from '../../requests/paths.ts'

/** Endpoints of programs, and pages that show everyone something of their own. The longest match counts, so the card stays readable. */
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
