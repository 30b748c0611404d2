// Every rate limit of the service: the rows of contract.md 9.3 and 9.4, then additional ones. An endpoint without a row
// has no limit.

import { megabyte } from '../base/text/megabytes.ts'
import { durationText } from '../base/time/duration-text.ts'

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
  | 'printer'
  | 'caller'

export type Limit = {
  readonly limit: number
  readonly windowSeconds: number
  readonly subject: LimitSubject
  /** Message for a caller who exceeds the limit, on every interface; absent = the default sentence. */
  readonly message?: string
}

export const defaultLimitMessage = 'Generation limit reached. Please try again later.'

const minute = 60

/** Camera pictures of one printer. */
const picturesPerMinute = 12
const hour = 60 * minute

const perAccount = (limit: number) =>
  ({ limit, windowSeconds: hour, subject: 'account_email' }) satisfies Limit
const perAddress = (limit: number) =>
  ({ limit, windowSeconds: hour, subject: 'client_ip' }) satisfies Limit
const perOperator = (limit: number) =>
  ({ limit, windowSeconds: hour, subject: 'operator_email' }) satisfies Limit
/** The counters of stored bytes use KiB. */
const kibibytesOf = (megabytes: number) => megabytes * 1024
/** Megabytes that can be stored per hour without a card on file. */
export const storedMegabytes = { visitor: 256, account: 1024 } as const
/** Agent allowances: counted by account with a key, otherwise by client address. */
const perCaller = (limit: number) =>
  ({ limit, windowSeconds: hour, subject: 'caller' }) satisfies Limit

const signInMessage = 'Too many sign-in attempts. Wait a few minutes and try again.'
const signInWindow = 15 * minute
/** Failed attempts of one client address over all accounts. Successful attempts are not counted. */
const failedTries = (limit: number) =>
  ({ limit, windowSeconds: signInWindow, subject: 'client_ip' }) satisfies Limit
const codeMessage = 'Too many codes were requested. Wait a few minutes and try again.'

export const limits = {
  // Shared by the website and the extension.
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
  // Not in the contract. Twice the contract's hourly rows: pictures cost no credits, but cost the service money.
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
  // Sign-up and password reset share one counter, because both send a code to the same address.
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

  // Allowances of the agent endpoint.
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

  // Not in the contract: requests that open a page at the card processor. Without a limit, one account could use up the
  // calls of all accounts.
  'account-card': {
    ...perAccount(20),
    message: 'Too many changes of the card of your account. Try again later.',
  },
  'account-export': {
    ...perAccount(10),
    message: 'Too many exports of your data. Try again later.',
  },
  // Each upload decodes a picture.
  'account-logo': {
    ...perAccount(30),
    message: 'Too many logos were sent for your account. Try again later.',
  },
  'account-credits': {
    ...perAccount(20),
    message: 'Too many purchases of credits were begun from your account. Try again later.',
  },
  checkout: {
    ...perAccount(60),
    message: 'Too many orders were begun from your account. Nothing was ordered. Try again later.',
  },

  // Not in the contract: orders of visitors without an account. Each sends at most one email to the typed address.
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

  // Not in the contract: attempts at one address that assigns a file to an account (../uploads/hand-in.ts).
  'hand-in': {
    limit: 5,
    windowSeconds: hour,
    subject: 'hand_in_address',
    message: 'Too many files were sent to this address. Try again later.',
  },

  // Not in the contract: files that visitors add to their basket, signed in or not.
  'basket-parts': {
    ...perAddress(120),
    message: 'Too many parts were added from your network. Try again later.',
  },
  // Not in the contract: prices of changed lines, because each new layer height or infill is estimated.
  'line-settings': {
    ...perAddress(240),
    message: 'Too many changes to parts were priced for your network. Try again later.',
  },

  // Not in the contract: bytes stored for visitors and accounts without a payment, in KiB
  // (../accounts/stored-bytes.ts).
  'visitor-bytes': {
    ...perAddress(kibibytesOf(storedMegabytes.visitor)),
    message: `Too many files were stored from your network: ${storedMegabytes.visitor} MB an hour without an account. Sign in, or try again later.`,
  },
  'account-bytes': {
    ...perAccount(kibibytesOf(storedMegabytes.account)),
    message: `Too many files were stored for your account: ${storedMegabytes.account} MB an hour without a card. Save a card, or try again later.`,
  },
  'made-bytes': {
    ...perAccount(kibibytesOf(storedMegabytes.account)),
    message: `Too many changed models were stored for your account: ${storedMegabytes.account} MB an hour. Try again later.`,
  },

  // Not in the contract: camera pictures from a printer's program.
  'printer-picture': {
    limit: picturesPerMinute,
    windowSeconds: minute,
    subject: 'printer',
    message: `Too many pictures of this printer. Send at most one every ${durationText(minute / picturesPerMinute)}.`,
  },

  // Not in the contract: model pictures that must be drawn. Stored pictures have no limit.
  'pictures-signed-in': {
    ...perAccount(240),
    message: 'Too many new pictures were requested from your account. Try again later.',
  },
  /** The desk shows the parts of many orders on one page. */
  'pictures-desk': {
    ...perOperator(2000),
    message: 'Too many new pictures were requested by your account at the desk. Try again later.',
  },
  'pictures-anonymous': {
    ...perAddress(240),
    message: 'Too many new pictures were requested from your network. Try again later.',
  },

  // Not in the contract: reports of models, including those of visitors.
  'gallery-report': {
    ...perAddress(10),
    message: 'Too many reports from your network. Try again later.',
  },
  // Not in the contract: every publication is measured and moderated.
  'gallery-publish': {
    ...perAccount(30),
    message: 'Too many models were published. Wait an hour and try again.',
  },

  // Not in the contract: model changes cost no credits, but use processor time and storage.
  'model-change': {
    ...perAccount(60),
    message: 'Too many changes of models from your account. Try again later.',
  },
  // Not in the contract: model files that must be converted. Stored files have no limit.
  'model-files-signed-in': {
    ...perAccount(120),
    message: 'Too many files were made for your account. Try again later.',
  },
  'model-files-anonymous': {
    ...perAddress(60),
    message: 'Too many files were made for your network. Try again later.',
  },

  // Not in the contract: files that the server measures for the quote page in browsers without scripts.
  'quote-page': {
    ...perAddress(30),
    message: 'Too many files were priced from your network. Try again later.',
  },

  // Not in the contract: checkout sessions of the Universal Commerce Protocol. Limits all requests, and requests that
  // price parts.
  'ucp-requests': {
    ...perAddress(1200),
    message: 'Too many requests of checkout sessions from your network. Try again later.',
  },
  'ucp-checkouts': {
    ...perAddress(120),
    message: 'Too many checkouts were begun or changed from your network. Try again later.',
  },

  // Not in the contract: customer messages from the contact page and order forms.
  'ticket-signed-in': {
    ...perAccount(20),
    message: 'Too many messages were sent from your account. Try again later.',
  },
  'ticket-anonymous': {
    ...perAddress(10),
    message: 'Too many messages were sent from your network. Try again later, or sign in first.',
  },

  // Not in the contract: password guessing by one address on one account, and by many addresses on one account. The
  // second limit is high enough that a single address cannot lock the owner out. This requires distinct client
  // addresses: behind a proxy that is missing in TRUSTED_PROXIES, all clients have the proxy's address.
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
  // For browsers that have signed in to the account, so that others cannot lock its owner out.
  'sign-in-device': {
    limit: 30,
    windowSeconds: signInWindow,
    subject: 'known_device',
    message: signInMessage,
  },
  // Limits wrong passwords per client address across all accounts, because each attempt costs a slow hash.
  'sign-in-caller': {
    ...failedTries(100),
    message:
      'Too many wrong passwords were sent from your network. Wait a few minutes and try again.',
  },
  // In addition to the attempts per code (`codeTries`): codes that confirm an address or set a new password.
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
  // Emails by the client address that causes them, in addition to the contract's limit by recipient.
  'sign-up-caller': {
    ...perAddress(20),
    message: 'Too many sign-ups from your network. Try again later.',
  },
  'code-caller': {
    ...perAddress(20),
    message: 'Too many codes were requested from your network. Try again later.',
  },
  // Guesses of a second factor in a session that is already signed in. At sign-in, the auth library allows five per
  // entered password, and ten in a row per account, which is then locked for an hour.
  'second-factor': {
    ...perAccount(10),
    message:
      'Too many codes were tried. Wait an hour and try again, or ask another operator to reset your second factor.',
  },
  // Counts only codes that do not exist, because the code alone protects an order page.
  'order-code-misses': {
    ...perAddress(60),
    message: 'Too many order codes that do not exist. Try again later.',
  },
  // Lookups of codes that an address tries beyond either limit and that may have been entered correctly from there.
  'seen-code-misses': {
    ...perAddress(3000),
    message: 'Too many order codes that do not exist. Try again later.',
  },
  // Separate from the limit above, so that others on a shared network cannot prevent a buyer from paying.
  'payment-code-misses': {
    ...perAddress(60),
    message: 'Too many order codes that do not exist. Try again later.',
  },
} as const satisfies Record<string, Limit>

export type LimitScope = keyof typeof limits

/** Scopes with one-day windows. All other windows are at most one hour, so that their older counters can be deleted. */
export const dayScopes: readonly string[] = Object.entries<Limit>(limits).flatMap(
  ([scope, { windowSeconds }]) => (windowSeconds > hour ? [scope] : []),
)

/** Number of event streams that one client address can have open in a process. Further clients poll the page's state. */
export const maxStreamsPerClient = 100

/** The largest body that the agent endpoint accepts. */
export const maxAgentBodyBytes = megabyte

/** The allowances used by each agent tool, in addition to `agent-endpoint`, which counts every request first. */
export const agentToolAllowances = {
  list_materials: ['agent-reads'],
  estimate_price: ['agent-reads'],
  check_printability: ['agent-file-fetches'],
  get_lead_time: ['agent-reads'],
  track_order: ['agent-reads'],
  // The narrower limit comes first: a call that it refuses is not counted by the shared limit.
  quote_print: ['agent-quote-print', 'agent-file-fetches'],
  create_print_order: ['agent-money'],
  list_my_orders: ['agent-reads'],
  get_order: ['agent-reads'],
  generate_model: ['agent-credits'],
  get_generation: ['agent-reads'],
} as const satisfies Record<string, readonly LimitScope[]>

/** Scopes that are counted in batches (batched-rate-limiter.ts), because every call of a fast tool uses them. */
export const batchedScopes: ReadonlySet<LimitScope> = new Set(['agent-endpoint', 'agent-reads'])
