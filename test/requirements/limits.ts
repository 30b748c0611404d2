// Requirements of the rate limits: the counting of windows, and the table of scopes. Data only.
import { requirements } from './row.ts'

export const limits = [
  ...requirements('Rate limits', {
    'limits.window-floored': 'a window starts at the clock floored to the window length',
    'limits.window-shared': 'counters reset for every subject at the same moment',
    'limits.scopes-independent': 'scopes count independently of each other',
    'limits.subjects-independent': 'subjects of one scope count independently of each other',
    'limits.refusal-not-counted': 'a refused request does not increment the counter',
    'limits.failure-counted':
      'a request that passes the limiter and then fails for its own reasons still spends a slot',
    'limits.fails-closed': 'in production the limiter refuses when its database is unreachable',
    'limits.retry-after': 'a 429 carries Retry-After: whole seconds to the reset, at least 1',
    'limits.message-default':
      "a 429 says {error:'Generation limit reached. Please try again later.'} unless the endpoint has its own message",
    'limits.message-own': "an endpoint's own message replaces the default one",
    'limits.concurrent': 'concurrent requests never pass more than the limit',
    'limits.none.submit': 'POST /api/print/orders has no limit',
    'limits.none.order-read': 'GET /api/print/orders/{code} has no limit',
    'limits.none.api-key': '/api/account/api-key has no limit',
    'limits.none.price': 'POST /api/price has no limit',
    'limits.none.generate-status': 'GET /api/generate/status has no limit in the table',
    'limits.table.generate': 'POST /api/generate: 20 per hour per account email',
    'limits.table.generate-start': 'POST /api/generate/start: 20 per hour per account email',
    'limits.table.printability':
      'POST /api/printability: 60 per hour per account email signed in, 12 per hour per client IP anonymous',
    'limits.table.slice-quote': 'POST /api/slice-quote: 30 per hour per account email',
    'limits.table.retexture': 'POST /api/retexture: 30 per hour per account email',
    'limits.table.print-upload':
      'the three print-upload routes share 40 per hour per account email',
    'limits.table.code-send':
      'sign-up and password-reset code send: 3 per 15 minutes per email address',
    'limits.code-send.enforced': 'a fourth code for one email address within 15 minutes is 429',
    'limits.allowance.reads':
      'reads: 300 per hour for list_materials, estimate_price, get_lead_time, track_order, list_my_orders, get_order, get_generation',
    'limits.allowance.file-fetches':
      'file fetches: 40 per hour for check_printability, quote_print',
    'limits.allowance.quote-print':
      'quote_print has 30 per hour per account in addition to the file fetches',
    'limits.allowance.credits': 'credits: 20 per hour for generate_model',
    'limits.allowance.money': 'money: 10 per hour for create_print_order',
    'limits.allowance.endpoint': 'endpoint: 600 per hour for every request of any kind',
    'limits.allowance.unreadable-bodies': 'unreadable bodies: 30 per hour per caller',
  }),

  ...requirements('Rate limits', {
    'mcp.limits.reads': 'a read tool is refused after 300 calls of read tools in an hour',
    'mcp.limits.file-fetches': 'a file-fetching tool is refused after 40 in an hour',
    'mcp.limits.quote-print': 'quote_print is refused after 30 per hour and account',
    'mcp.limits.credits': 'generate_model is refused after 20 in an hour',
    'mcp.limits.money': 'create_print_order is refused after 10 in an hour',
    'mcp.limits.endpoint':
      'every request of any kind counts towards 600 an hour, before anything else',
    'mcp.limits.keyed-by-account': 'a keyed caller counts by account',
    'mcp.limits.anonymous-by-address': 'an anonymous caller counts by the observed address',
    'mcp.limits.refusal':
      'a refusal is HTTP 200 with isError true that names the seconds to wait, never a bare 429',
    'mcp.limits.refusal-charges-nothing': 'a refused call charges nothing: it did not run',
    'mcp.timeout.reads': 'read tools and generate_model end after 25 seconds',
    'mcp.timeout.create-print-order': 'create_print_order ends after 45 seconds',
    'mcp.timeout.file-tools':
      'check_printability and quote_print end after 90 seconds, with 60 for the download',
    'mcp.timeout.route': 'the route ends after 120 seconds',
    'mcp.timeout.spending-unconfirmed': 'a timeout on a spending call is unconfirmed, not failed',
  }),

  ...requirements('Rate limits', {
    'limits.enforced.generate':
      'the 21st POST /api/generate in an hour is 429, site and extension together',
    'limits.enforced.generate-start': 'the 21st POST /api/generate/start in an hour is 429',
    'limits.enforced.start-and-generate-apart': 'start does not consume a /api/generate slot',
    'limits.enforced.status-unlimited': 'reading a generation status is never refused for its rate',
  }),
  ...requirements('Rate limits', {
    'limits.enforced.printability-signed-in':
      'the 61st check of a signed-in account in an hour is 429',
    'limits.enforced.printability-anonymous':
      'the 13th anonymous check of an address in an hour is 429',
  }),
  ...requirements('Rate limits', {
    'limits.enforced.slice-quote': 'the 31st POST /api/slice-quote in an hour is 429',
  }),
  ...requirements('Rate limits', {
    'limits.enforced.retexture': 'the 31st POST /api/retexture in an hour is 429',
  }),
  ...requirements('Rate limits', {
    'limits.enforced.print-upload': 'the 41st print upload in an hour is 429',
  }),
  ...requirements('Rate limits', {
    'limits.operator.order-message': 'order-message: 60 per hour per operator email',
    'limits.operator.support-attachment': 'support-attachment: 30 per hour per operator email',
    'limits.operator.email': 'operator-email: 1 per 10 minutes per notification key',
    'limits.operator.email-all': 'operator-email-all: 40 per hour for the whole farm',
    'limits.enforced.operator-scopes': 'the operator-only scopes refuse beyond their limits',
    'limits.operator.farm-print-upload': 'farm-print-upload: 24 per hour per operator email',
    'limits.operator.farm-job-create': 'farm-job-create: 36 per hour per operator email',
    'limits.operator.farm-job-reslice': 'farm-job-reslice: 20 per hour per operator email',
    'limits.operator.farm-order-queue': 'farm-order-queue: 30 per hour per operator email',
  }),
  ...requirements('Rate limits', {
    'limits.enforced.images': 'the 41st image generation, and the 41st edit, in an hour is 429',
    'limits.enforced.detect-colors': 'the 31st color detection in an hour is 429',
    'limits.enforced.model-import': 'the 21st model import in an hour is 429',
    'limits.table.images':
      'POST /api/images/generate and /api/images/edit: 40 per hour each per account email',
    'limits.table.detect-colors': 'POST /api/detect-colors: 30 per hour per account email',
    'limits.table.model-import': 'POST /api/model-import: 20 per hour per account email',
  }),
  ...requirements('Rate limits', {
    'limits.enforced.cart-reprice': 'the 61st cart reprice in an hour is 429',
    'limits.enforced.gift-cards':
      'the 21st gift-card check, and the 21st purchase, in an hour is 429',
    'limits.enforced.agent-order': 'the 13th agent order in an hour is 429',
    'limits.table.agent-order': 'POST /api/agent/order: 12 per hour per account email',
    'limits.table.cart-reprice': 'POST /api/cart-reprice: 60 per hour per account email',
    'limits.table.gift-cards':
      'POST /api/gift-cards/check and /api/gift-cards/purchase: 20 per hour each per account email',
  }),
  ...requirements('Rate limits', {
    'limits.enforced.support-assistant':
      'the 61st signed-in and the 21st anonymous support question in an hour is 429',
    'limits.enforced.agent-support': 'the 13th agent support call in an hour is 429',
    'limits.table.support-assistant':
      'support assistant: 60 per hour per account email signed in, 20 per hour per client IP anonymous',
    'limits.table.agent-support': 'POST /api/agent/support: 12 per hour per account email',
  }),
  ...requirements('Spending limits (decision 69)', {
    'limits.spending.set':
      'an account sets what programs may charge in a day, in all and with the API key, and reads what is left',
    'limits.spending.counts':
      "today's orders count in full once charged or settling, refunds are subtracted, a day is one of UTC",
    'limits.spending.refused':
      'an order that would exceed a limit is 402 with what is left; no order is written and nothing is charged',
    'limits.spending.agent':
      'create_print_order refuses it in a sentence, and the quote is still unused',
    'limits.spending.refund': 'a refund gives its amount back to the limit',
    'limits.spending.concurrent': 'concurrent orders never exceed a limit together',
    'limits.spending.meanwhile':
      'a limit that is set while an order is being written holds for it or for the next one',
  }),
]
