// Every rate limit of the service: the rows of contract.md 9.3 and 9.4, then our own. An endpoint without a row has no limit.

import { megabyte } from '../base/megabytes.ts'

/** What a limit is counted by. */
export type LimitSubject =
  | 'account_email'
  | 'client_ip'
  | 'email_address'
  | 'order_code'
  | 'hand_in_address'
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
  /** The message of the 429; the default one when absent. */
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
/** The counters of stored bytes count KiB. */
const megabytes = (count: number) => count * 1024
/** In an hour, without a card on file. */
export const storedMegabytes = { visitor: 256, account: 1024 } as const
/** Agent allowances: counted by account with a key, by client address without one. */
const perCaller = (limit: number) =>
  ({ limit, windowSeconds: hour, subject: 'caller' }) satisfies Limit

const signInMessage = 'Too many sign-in attempts. Wait a few minutes and try again.'
const signInWindow = 15 * minute
/** Failed attempts of one client address over all accounts; a successful attempt is given back. */
const failedTries = (limit: number) =>
  ({ limit, windowSeconds: signInWindow, subject: 'client_ip' }) satisfies Limit
const codeMessage = 'Too many codes were requested. Wait a few minutes and try again.'

export const limits = {
  // Shared by website and extension.
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
  // Not in the contract, and no less than its two rows for one hour: pictures cost no credits, but they cost us.
  'images-day': {
    limit: 80,
    windowSeconds: 24 * hour,
    subject: 'account_email',
    message: 'Too many pictures today. Please try again tomorrow.',
  },
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

  // Not in the contract: public pages that call the card processor.
  'payment-page': { limit: 120, windowSeconds: minute, subject: 'client_ip' },
  'payment-opening': { limit: 12, windowSeconds: minute, subject: 'order_code' },

  // Not in the contract: requests that open a page at the card processor. Without a limit one account would use up everyone's calls.
  'account-card': {
    ...perAccount(20),
    message: 'Too many changes of the card of your account. Try again later.',
  },
  'account-export': {
    ...perAccount(10),
    message: 'Too many exports of your data. Try again later.',
  },
  'account-credits': {
    ...perAccount(20),
    message: 'Too many purchases of credits were begun from your account. Try again later.',
  },
  checkout: {
    ...perAccount(60),
    message: 'Too many orders were begun from your account. Nothing was ordered. Try again later.',
  },

  // Not in the contract: orders of visitors without an account. Each sends at most one mail to the typed address.
  'guest-checkout': {
    ...perAddress(30),
    message: 'Too many orders were begun from your network. Nothing was ordered. Try again later.',
  },
  'guest-checkout-email': {
    limit: 10,
    windowSeconds: 24 * hour,
    subject: 'email_address',
    message:
      'Too many orders were begun for this email address today. Nothing was ordered. Sign in to order, or try again tomorrow.',
  },
  'guest-gift-cards': {
    ...perAddress(20),
    message: 'Too many gift card codes were tried from your network. Try again later.',
  },

  // Not in the contract: tries at one address that takes a file for an account (../uploads/hand-in.ts).
  'hand-in': {
    limit: 5,
    windowSeconds: hour,
    subject: 'hand_in_address',
    message: 'Too many files were sent to this address. Try again later.',
  },

  // Not in the contract: files that visitors put into their basket, signed in or not.
  'basket-parts': {
    ...perAddress(120),
    message: 'Too many parts were added from your network. Try again later.',
  },

  // Not in the contract: bytes stored for those who have paid nothing, in KiB (../accounts/stored-bytes.ts).
  'visitor-bytes': {
    ...perAddress(megabytes(storedMegabytes.visitor)),
    message: `Too many files were stored from your network: ${storedMegabytes.visitor} MB an hour without an account. Sign in, or try again later.`,
  },
  'account-bytes': {
    ...perAccount(megabytes(storedMegabytes.account)),
    message: `Too many files were stored for your account: ${storedMegabytes.account} MB an hour without a card. Save a card, or try again later.`,
  },
  'made-bytes': {
    ...perAccount(megabytes(storedMegabytes.account)),
    message: `Too many changed models were stored for your account: ${storedMegabytes.account} MB an hour. Try again later.`,
  },

  // Not in the contract: pictures of models that have to be drawn; stored pictures have no limit.
  'pictures-signed-in': {
    ...perAccount(240),
    message: 'Too many new pictures were requested from your account. Try again later.',
  },
  /** The desk shows the parts of many orders at once. */
  'pictures-desk': {
    ...perOperator(2000),
    message: 'Too many new pictures were requested by your account at the desk. Try again later.',
  },
  'pictures-anonymous': {
    ...perAddress(240),
    message: 'Too many new pictures were requested from your network. Try again later.',
  },

  // Not in the contract: reports of models, by visitors as well.
  'gallery-report': {
    ...perAddress(10),
    message: 'Too many reports from your network. Try again later.',
  },
  // Not in the contract: each is measured and moderated.
  'gallery-publish': {
    ...perAccount(30),
    message: 'Too many models were published. Wait an hour and try again.',
  },

  // Not in the contract: changes of a model cost no credits, but processor time and storage.
  'model-change': {
    ...perAccount(60),
    message: 'Too many changes of models from your account. Try again later.',
  },
  // Not in the contract: files of models that have to be made; stored files have no limit.
  'model-files-signed-in': {
    ...perAccount(120),
    message: 'Too many files were made for your account. Try again later.',
  },
  'model-files-anonymous': {
    ...perAddress(60),
    message: 'Too many files were made for your network. Try again later.',
  },

  // Not in the contract: files that the quote page has the server measure, for browsers without a script.
  'quote-page': {
    ...perAddress(30),
    message: 'Too many files were priced from your network. Try again later.',
  },

  // Not in the contract: messages of customers, by the form of the contact page and of orders.
  'ticket-signed-in': {
    ...perAccount(20),
    message: 'Too many messages were sent from your account. Try again later.',
  },
  'ticket-anonymous': {
    ...perAddress(10),
    message: 'Too many messages were sent from your network. Try again later, or sign in first.',
  },

  // Not in the contract: password guessing by one address on one account, and by many addresses on one account. The second
  // limit is so high that a single address cannot lock the owner out. That needs distinct client addresses: behind a proxy that
  // TRUSTED_PROXIES does not name, all clients have the address of the proxy.
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
  // For browsers that signed in to the account before, so that others cannot lock its owner out.
  'sign-in-device': {
    limit: 30,
    windowSeconds: signInWindow,
    subject: 'known_device',
    message: signInMessage,
  },
  // Each attempt costs a slow hash, whatever the account: wrong passwords of one address for many accounts.
  'sign-in-caller': {
    ...failedTries(100),
    message:
      'Too many wrong passwords were sent from your network. Wait a few minutes and try again.',
  },
  // Besides the tries of each code (`codeTries`): codes that confirm an address or set a new password.
  'code-tries-caller': {
    ...failedTries(60),
    message: 'Too many wrong codes were sent from your network. Wait a few minutes and try again.',
  },
  'code-send-device': {
    limit: 3,
    windowSeconds: 15 * minute,
    subject: 'known_device',
    message: codeMessage,
  },
  // Mails by the client address that causes them, besides the contract's limit by recipient.
  'sign-up-caller': {
    ...perAddress(20),
    message: 'Too many sign-ups from your network. Try again later.',
  },
  'code-caller': {
    ...perAddress(20),
    message: 'Too many codes were requested from your network. Try again later.',
  },
  // Guesses of a second factor in a session that is signed in already. At sign-in, the auth library allows five for each
  // password that was entered, and ten in a row for each account, which is then locked for an hour.
  'second-factor': {
    ...perAccount(10),
    message:
      'Too many codes were tried. Wait an hour and try again, or ask another operator to reset your second factor.',
  },
  // Counts codes that do not exist only: an order page is protected by its code alone.
  'order-code-misses': {
    ...perAddress(60),
    message: 'Too many order codes that do not exist. Try again later.',
  },
  // Codes that an address has tried beyond either limit, which are looked up among those that were right from there before.
  'seen-code-misses': {
    ...perAddress(3000),
    message: 'Too many order codes that do not exist. Try again later.',
  },
  // Separate from the limit above, so that others on a shared network cannot keep a payer from paying.
  'payment-code-misses': {
    ...perAddress(60),
    message: 'Too many order codes that do not exist. Try again later.',
  },
} as const satisfies Record<string, Limit>

export type LimitScope = keyof typeof limits

/** Scopes with windows of a day. All others are at most an hour long, so their older counters can be deleted. */
export const dayScopes: readonly string[] = Object.entries<Limit>(limits).flatMap(
  ([scope, { windowSeconds }]) => (windowSeconds > hour ? [scope] : []),
)

/** The largest body that the agent endpoint reads. */
export const maxAgentBodyBytes = megabyte

/** The allowances that a call of each agent tool uses, besides `agent-endpoint`, which counts every request first. */
export const agentToolScopes = {
  list_materials: ['agent-reads'],
  estimate_price: ['agent-reads'],
  check_printability: ['agent-file-fetches'],
  get_lead_time: ['agent-reads'],
  track_order: ['agent-reads'],
  // The narrower limit first: a call that it refuses is not counted by the shared one.
  quote_print: ['agent-quote-print', 'agent-file-fetches'],
  create_print_order: ['agent-money'],
  list_my_orders: ['agent-reads'],
  get_order: ['agent-reads'],
  generate_model: ['agent-credits'],
  get_generation: ['agent-reads'],
} as const satisfies Record<string, readonly LimitScope[]>

/** Scopes that are counted in batches (batched-rate-limiter.ts), because every call of a fast tool uses them. */
export const batchedScopes: ReadonlySet<LimitScope> = new Set(['agent-endpoint', 'agent-reads'])
