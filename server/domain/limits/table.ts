// Every rate limit of the service, as data: contract.md 9.3 row by row, and the limits of our own at the end.
// Endpoints that come later have their rows already; an endpoint that is not listed has no limit.

/** What the counter of a scope is kept for. */
export type LimitSubject =
  | 'account_email'
  | 'client_ip'
  | 'email_address'
  | 'order_code'
  | 'email_and_ip'
  | 'known_device'
  | 'operator_email'
  | 'notification_key'
  | 'farm'
  | 'caller'

export type Limit = {
  readonly limit: number
  readonly windowSeconds: number
  readonly subject: LimitSubject
  /** The endpoint's own words for its 429; without them the default ones are used. */
  readonly message?: string
}

export const defaultLimitMessage = 'Generation limit reached. Please try again later.'

const minute = 60
const hour = 60 * minute

const perAccount = (limit: number) =>
  ({ limit, windowSeconds: hour, subject: 'account_email' }) satisfies Limit
const perAddress = (limit: number) =>
  ({ limit, windowSeconds: hour, subject: 'client_ip' }) satisfies Limit
const perOperator = (limit: number) =>
  ({ limit, windowSeconds: hour, subject: 'operator_email' }) satisfies Limit
/** Agent allowances: a keyed caller counts by account, an anonymous one by the observed address. */
const perCaller = (limit: number) =>
  ({ limit, windowSeconds: hour, subject: 'caller' }) satisfies Limit

const signInMessage = 'Too many sign-in attempts. Wait a few minutes and try again.'
const signInWindow = 15 * minute
const codeMessage = 'Too many codes were asked for. Wait a few minutes and try again.'

export const limits = {
  // The site and the extension share one counter: both are counted by the account's email.
  generate: perAccount(20),
  'generate-start': perAccount(20),
  'printability-signed-in': perAccount(60),
  'printability-anonymous': perAddress(12),
  'slice-quote': {
    ...perAccount(30),
    message: 'Too many slice requests — try again shortly.',
  },
  retexture: perAccount(30),
  'images-generate': perAccount(40),
  'images-edit': perAccount(40),
  'detect-colors': perAccount(30),
  // One counter for all three print-upload routes.
  'print-upload': perAccount(40),
  'model-import': perAccount(20),
  'cart-reprice': perAccount(60),
  'support-assistant-signed-in': perAccount(60),
  'support-assistant-anonymous': perAddress(20),
  'gift-cards-check': perAccount(20),
  'gift-cards-purchase': perAccount(20),
  'agent-order': perAccount(12),
  'agent-support': perAccount(12),
  // Sign-up and password reset share one counter: both send a code to the same address.
  'code-send': {
    limit: 3,
    windowSeconds: 15 * minute,
    subject: 'email_address',
    message: codeMessage,
  },

  // Operator-only scopes.
  'farm-print-upload': perOperator(24),
  'farm-job-create': perOperator(36),
  'farm-job-reslice': perOperator(20),
  'farm-order-queue': perOperator(30),
  'order-message': perOperator(60),
  'support-attachment': perOperator(30),
  'operator-email': { limit: 1, windowSeconds: 10 * minute, subject: 'notification_key' },
  'operator-email-all': { limit: 40, windowSeconds: hour, subject: 'farm' },

  // Agent endpoint allowances.
  'agent-reads': perCaller(300),
  'agent-file-fetches': perCaller(40),
  'agent-quote-print': perAccount(30),
  'agent-credits': perCaller(20),
  'agent-money': perCaller(10),
  'agent-endpoint': perCaller(600),
  'agent-unreadable-bodies': perCaller(30),

  // Not in the contract: pages that ask the card processor, which everyone can open without an account.
  'payment-page': { limit: 120, windowSeconds: minute, subject: 'client_ip' },
  'payment-opening': { limit: 12, windowSeconds: minute, subject: 'order_code' },

  // Not in the contract: password guessing, by one address on one account, and by many addresses on one account. The
  // second is so wide that a single address cannot lock the owner out, provided that addresses are told apart: behind a
  // proxy that TRUSTED_PROXIES does not name everybody has the proxy's, the owner as well.
  'sign-in': {
    limit: 30,
    windowSeconds: signInWindow,
    subject: 'email_and_ip',
    message: signInMessage,
  },
  'sign-in-account': {
    limit: 200,
    windowSeconds: signInWindow,
    subject: 'email_address',
    message: signInMessage,
  },
  // A browser that signed in to the account before spends these instead, so strangers cannot lock its owner out.
  'sign-in-device': {
    limit: 30,
    windowSeconds: signInWindow,
    subject: 'known_device',
    message: signInMessage,
  },
  'code-send-device': {
    limit: 3,
    windowSeconds: 15 * minute,
    subject: 'known_device',
    message: codeMessage,
  },
  // Mails to strangers: by whom they are caused, beside the contract's limit for whom they are sent to.
  'sign-up-caller': {
    ...perAddress(20),
    message: 'Too many sign-ups from your network. Try again later.',
  },
  'code-caller': {
    ...perAddress(20),
    message: 'Too many codes were asked for from your network. Try again later.',
  },
  // Only what is not found counts: order codes are what keeps order pages private.
  'order-code-misses': {
    ...perAddress(60),
    message: 'Too many order codes that do not exist. Try again later.',
  },
  // Apart from the above, so that a stranger on a shared network cannot keep its payers from paying.
  'payment-code-misses': {
    ...perAddress(60),
    message: 'Too many order codes that do not exist. Try again later.',
  },
} as const satisfies Record<string, Limit>

export type LimitScope = keyof typeof limits

/** Counters older than this can be swept: no window is longer. */
export const maxWindowSeconds = Math.max(
  ...Object.values(limits).map((limit) => limit.windowSeconds),
)

/** Which allowances a call of each agent tool spends, beside `agent-endpoint`, which counts every request first. */
export const agentToolScopes = {
  list_materials: ['agent-reads'],
  estimate_price: ['agent-reads'],
  check_printability: ['agent-file-fetches'],
  get_lead_time: ['agent-reads'],
  track_order: ['agent-reads'],
  // The narrower one first: a call that it refuses leaves the shared one alone.
  quote_print: ['agent-quote-print', 'agent-file-fetches'],
  create_print_order: ['agent-money'],
  list_my_orders: ['agent-reads'],
  get_order: ['agent-reads'],
  generate_model: ['agent-credits'],
  get_generation: ['agent-reads'],
} as const satisfies Record<string, readonly LimitScope[]>

/** Counted in blocks (leases.ts): what every call of a quick tool spends. */
export const batchedScopes: ReadonlySet<LimitScope> = new Set(['agent-endpoint', 'agent-reads'])
