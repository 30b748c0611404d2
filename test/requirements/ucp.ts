// Requirements of the Universal Commerce Protocol (docs/guides/ucp.md). Data only.
import { requirements } from './row.ts'

export const ucp = [
  ...requirements('docs/guides/ucp.md', {
    'ucp.profile':
      'the profile is public, and has the checkout and nothing that orders, charges or calls back',
    'ucp.permalinks-https': 'only a service with an https address has permalinks',
    'ucp.permalink': 'a permalink leads to the quote page with its part, and forwards nothing else',
    'ucp.price': 'a checkout has the price of an order of its items, and leads to the website',
    'ucp.country': 'without a country the postage is the domestic one, and a message states this',
    'ucp.options': 'the options of a link mean the same as on the quote page',
    'ucp.continue':
      'the buyer continues without a cookie: the basket gets the parts at the same total',
    'ucp.continue-once': 'concurrent presses of the button put the parts into one basket, once',
    'ucp.never-orders': 'complete places no order and charges nothing',
    'ucp.cancelled':
      'a cancelled checkout can be read, and neither changed, completed nor continued',
    'ucp.partial':
      'items that cannot be bought are left out of a new checkout, and every read and the page name them',
    'ucp.all-or-none':
      'without an item that can be bought there is no checkout, and a refused change leaves the checkout unchanged',
    'ucp.same-item': 'an update with the same item downloads nothing',
    'ucp.foreign-models': 'models of an account are not sold to others, and look like unknown ones',
    'ucp.refusals': 'a refused request has a code, a sentence and a status of the protocol',
    'ucp.ids': 'an id that was never issued is an outcome, and ids cannot be guessed',
    'ucp.idempotency':
      'a repeat under an Idempotency-Key returns the first response, and is 409 with another body',
    'ucp.limits': 'requests, checkouts, downloads and open checkouts are limited by client address',
    'ucp.temporary':
      'a temporary failure is reported as one, and not as an item that cannot be bought',
    'ucp.expiry': 'a checkout expires after 24 hours, and is deleted with its stored responses',
    'ucp.no-buyer-data': 'names, addresses and payment data that a platform sends are not stored',
  }),
]
