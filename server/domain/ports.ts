// What the product needs from the outside, as interfaces. server/db and server/adapters implement them, geometry and
// slicer-bridge satisfy theirs structurally, main.ts wires them. Nothing here names a library.
import type { AccountCaller, AccountId } from './accounts/caller.ts'
import type { Downloads } from './downloads.ts'
import type { Engines } from './generation/engine.ts'
import type { LanguageModel } from './generation/language.ts'
import type { Credits, GenerationJobs, Generations, ParseBody } from './generation/ports.ts'
import type { FarmLoadReader } from './lead-time/farm-load.ts'
import type {
  EstimateOutcome,
  EstimateRequest,
  ProcessOutcome,
  ProcessRequest,
} from './measurement/processing.ts'
import type { LengthUnit, Measurement, MeasureOutcome, ModelFormat } from './measurement/report.ts'
import type { NewOrder, Order, Tracking } from './orders/order.ts'
import type { OperatorStatus, OrderStatus } from './orders/status.ts'
import type { Quotes } from './quotes/quote.ts'
import type { PrintEstimates, PrintModels, Slicer } from './slicing/ports.ts'

export type Clock = { readonly now: () => Date }

/** All randomness comes from here, cryptographic in production. */
export type Ids = {
  readonly uuid: () => string
  /** Lower-case hex of `bytes` random bytes. */
  readonly secretHex: (bytes: number) => string
  /** Uniform integer in [0, below). */
  readonly randomInt: (below: number) => number
}

export type Log = {
  readonly debug: (event: string, facts?: Record<string, unknown>) => void
  readonly info: (event: string, facts?: Record<string, unknown>) => void
  readonly warn: (event: string, facts?: Record<string, unknown>) => void
  readonly error: (event: string, facts?: Record<string, unknown>) => void
}

// ── accounts ────────────────────────────────────────────────────────────────

export type SavedCard = {
  readonly customerId: string
  readonly paymentMethodId: string
  readonly brand: string
  readonly last4: string
}

export type AccountRecord = {
  readonly id: AccountId
  readonly email: string
  readonly customerId: string | null
  readonly card: SavedCard | null
}

export type ApiKeyRecord = { readonly prefix: string; readonly createdAt: Date }
export type ExtensionTokenRecord = {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly createdAt: Date
}

export type Accounts = {
  readonly read: (accountId: AccountId) => Promise<AccountRecord | null>
  /** First writer wins; answers the customer id that is stored afterwards. */
  readonly linkCustomer: (accountId: AccountId, customerId: string) => Promise<string>
  /** Keyed by customer, because that is all a processor event knows. false = no such customer. */
  readonly saveCard: (card: SavedCard) => Promise<boolean>
  /** Forgets the card when it is the saved one. */
  readonly removeCard: (paymentMethodId: string) => Promise<void>

  readonly findByApiKeyHash: (hash: string) => Promise<AccountCaller | null>
  readonly findByExtensionTokenHash: (hash: string) => Promise<AccountCaller | null>
  readonly readApiKey: (accountId: AccountId) => Promise<ApiKeyRecord | null>
  /** Replaces the account's key in one statement; the old one stops working at once. */
  readonly replaceApiKey: (
    accountId: AccountId,
    hash: string,
    prefix: string,
  ) => Promise<ApiKeyRecord>
  readonly deleteApiKey: (accountId: AccountId) => Promise<void>
  /** null = the account already has `most` tokens. */
  readonly addExtensionToken: (
    accountId: AccountId,
    token: { id: string; hash: string; prefix: string; name: string },
    most: number,
  ) => Promise<ExtensionTokenRecord | null>
  readonly listExtensionTokens: (accountId: AccountId) => Promise<readonly ExtensionTokenRecord[]>
  /** false = not this account's token. */
  readonly deleteExtensionToken: (accountId: AccountId, id: string) => Promise<boolean>
}

/** Reads the website's session cookie. */
export type Sessions = { readonly read: (headers: Headers) => Promise<AccountCaller | null> }

// ── payments ────────────────────────────────────────────────────────────────

export type ChargeRequest = {
  readonly orderId: string
  readonly orderCode: string
  readonly amountCents: number
  readonly description: string
  readonly customerId: string
  readonly paymentMethodId: string
}

/** `unknown` = the processor's answer did not arrive: money may or may not have moved. */
export type ChargeOutcome =
  | { readonly kind: 'succeeded'; readonly paymentId: string }
  | { readonly kind: 'declined'; readonly reason: string; readonly paymentId: string | null }
  | { readonly kind: 'unknown' }

export type CheckoutRequest = {
  readonly orderId: string
  readonly orderCode: string
  readonly amountCents: number
  readonly description: string
  /** null leaves the payer a guest: such a payment is not found under any customer. */
  readonly customerId: string | null
  readonly successUrl: string
  readonly cancelUrl: string
  /** Distinguishes one attempt to open a checkout from the next; the same request again = the same session. */
  readonly attempt: string
}

export type Checkout = {
  readonly sessionId: string
  readonly url: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly paid: boolean
  readonly paymentId: string | null
}

/** One payment the processor knows for an order. */
export type ProcessorPayment = {
  readonly paymentId: string
  readonly status: 'succeeded' | 'processing' | 'failed'
  readonly amountCents: number
  /** The processor's words for a failed payment. */
  readonly reason: string | null
}

export type PaymentEvent = {
  readonly id: string
  readonly type: string
  readonly fact:
    | {
        readonly kind: 'order_paid'
        readonly orderCode: string
        readonly paymentId: string
        readonly amountCents: number
      }
    | { readonly kind: 'card_saved'; readonly card: SavedCard }
    | { readonly kind: 'card_removed'; readonly paymentMethodId: string }
    | { readonly kind: 'other' }
}

/** The card processor. Calls that only read or open pages throw `ProcessorUnavailable` when it cannot be reached. */
export type Payments = {
  /** One off-session charge; the processor's idempotency key is the order's id, so a repeat is the same charge. */
  readonly chargeSavedCard: (request: ChargeRequest) => Promise<ChargeOutcome>
  /** Every payment the processor has for this order, newest first: the record a doubtful charge is settled from. */
  readonly findPayments: (
    orderCode: string,
    customerId: string | null,
    since: Date,
  ) => Promise<readonly ProcessorPayment[]>
  readonly openCheckout: (request: CheckoutRequest) => Promise<Checkout>
  readonly readCheckout: (sessionId: string) => Promise<Checkout>
  readonly expireCheckout: (sessionId: string) => Promise<void>
  readonly createCustomer: (accountId: AccountId, email: string) => Promise<string>
  /** The processor's hosted page for saving a card. */
  readonly openCardSetup: (request: {
    customerId: string
    successUrl: string
    cancelUrl: string
  }) => Promise<{ sessionId: string; url: string }>
  /** The card a finished setup saved, null while unfinished. */
  readonly readCardSetup: (sessionId: string) => Promise<SavedCard | null>
  /** Gives back a payment made twice for one order; repeating it changes nothing. */
  readonly refund: (paymentId: string) => Promise<void>
  /** Verifies the signature; 'bad_signature' when it is missing, wrong or too old. */
  readonly parseEvent: (
    rawBody: string,
    signature: string | null,
  ) => Promise<PaymentEvent | 'bad_signature'>
}

/** Thrown by Payments reads when the processor cannot be reached or answers nonsense. */
export class ProcessorUnavailable extends Error {
  override readonly name = 'ProcessorUnavailable'
}

/** Which processor events were handled, so that a repeated delivery changes nothing. */
export type ProcessorEvents = {
  readonly isHandled: (eventId: string) => Promise<boolean>
  readonly markHandled: (eventId: string, type: string) => Promise<void>
}

// ── orders ──────────────────────────────────────────────────────────────────

/** How a charge ended without money; `unknown` is not an end yet. */
export type UnpaidCharge = {
  readonly state: 'declined' | 'unknown' | 'not_made'
  readonly reason: string
}

/**
 * paid = this call marked it paid; duplicate = it was paid before by another payment, closed = it was cancelled or
 * rejected unpaid: both mean that this payment is given back.
 */
export type PaidOutcome =
  | {
      readonly kind: 'paid' | 'already' | 'duplicate' | 'closed' | 'wrong_amount'
      readonly order: Order
    }
  | { readonly kind: 'no_such_order' }

export type Orders = {
  /** One transaction: the order and its charge attempt. 'code_taken' / 'key_taken' name the unique rule that fired. */
  readonly insert: (order: NewOrder) => Promise<'inserted' | 'code_taken' | 'key_taken'>
  /** One conditional update: a paid order stays paid, and a certain answer is never replaced by a doubtful one. */
  readonly settleCharge: (orderId: string, result: UnpaidCharge) => Promise<Order>
  /** PENDING_PAYMENT to RECEIVED plus the confirmation e-mail, once, whoever calls first. */
  readonly markPaid: (code: string, paymentId: string, amountCents: number) => Promise<PaidOutcome>
  readonly saveCheckout: (
    orderId: string,
    checkout: { sessionId: string; url: string | null },
  ) => Promise<void>
  readonly readOwned: (accountId: AccountId, code: string) => Promise<Order | null>
  /** For pages and operators: whoever holds the code. */
  readonly readByCode: (code: string) => Promise<Order | null>
  /** For whoever placed it: the code with the address it was placed with, any case. */
  readonly readByCodeAndEmail: (code: string, email: string) => Promise<Order | null>
  readonly readByIdempotencyKey: (accountId: AccountId, key: string) => Promise<Order | null>
  readonly listRecent: (accountId: AccountId, limit: number) => Promise<readonly Order[]>
  /** Everybody's orders, newest first: of one status or of all (null), and older than the order `before` when it is given. */
  readonly listForOperators: (page: {
    status: OrderStatus | null
    before: string | null
    limit: number
  }) => Promise<readonly Order[]>
  /**
   * Orders whose charge is `unknown`, or `started` before the time given; and, hourly, those that may still be paid
   * without our hearing of it. Each is leased to the caller.
   */
  readonly claimDoubtful: (request: {
    startedBefore: Date
    leaseSeconds: number
    limit: number
  }) => Promise<readonly Order[]>
  readonly setStatus: (
    code: string,
    change: { status: OperatorStatus; tracking: Tracking | null; by: string },
  ) => Promise<Order | null>
  /** PRINTING to PRINTED, conditionally. Answers the status found when it was not PRINTING. */
  readonly finishPrint: (
    code: string,
  ) => Promise<{ finished: Order } | { status: OrderStatus } | null>
}

export type WebOrder = {
  readonly code: string
  readonly status: OrderStatus
  readonly tracking: Tracking | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Website-checkout orders (CART-, ORD-, STORE- codes): only their progress is kept here. */
export type WebOrders = {
  readonly setStatus: (update: {
    code: string
    email: string | null
    status: OrderStatus
    tracking: Tracking | null
  }) => Promise<void>
  /** The address in any case; an order without one is nobody's. */
  readonly readByCodeAndEmail: (code: string, email: string) => Promise<WebOrder | null>
  /** Newest first. */
  readonly listByEmail: (email: string, limit: number) => Promise<readonly WebOrder[]>
}

/** Answers kept for the Idempotency-Key header, 24 hours, per account. */
export type IdempotencyKeys = {
  /** Claims the key, or tells what it holds. A claim older than `leaseSeconds` without an answer is taken over. */
  readonly claim: (request: {
    accountId: AccountId
    key: string
    requestHash: string
    leaseSeconds: number
  }) => Promise<
    | { readonly kind: 'claimed' }
    | { readonly kind: 'answered'; readonly answer: unknown }
    | { readonly kind: 'other_request' }
    | { readonly kind: 'running'; readonly retryAfterSeconds: number }
  >
  /** Keeps a claim from being taken over until the function given back is called, or this process dies. */
  readonly keepAlive: (accountId: AccountId, key: string) => () => void
  readonly answer: (accountId: AccountId, key: string, answer: unknown) => Promise<void>
  /** A refused request leaves nothing behind: the key may be used again. */
  readonly release: (accountId: AccountId, key: string) => Promise<void>
}

// ── files and measuring ─────────────────────────────────────────────────────

export type { ReceivedFile } from './received-file.ts'

export type ObjectStore = {
  /** `gs://bucket/key` for a key of ours. */
  readonly uri: (key: string) => string
  /** The key, or null for a URI that is not in managed storage. */
  readonly parseUri: (uri: string) => string | null
  /** Stores a local file under the key; an object that is there already is left alone (keys are content-addressed). */
  readonly putFile: (key: string, path: string, contentType: string) => Promise<void>
  /** Copies the object to a local file; null when it is not there. */
  readonly fetchToFile: (
    key: string,
    path: string,
  ) => Promise<{ sizeBytes: number; sha256: string } | null>
  readonly check: () => Promise<void>
}

export type StoredModel = {
  readonly uri: string
  readonly fileName: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly format: ModelFormat
}

export type OwnedModel = StoredModel & {
  /** As the account's last upload of it said; null = what the format says. */
  readonly units: LengthUnit | null
}

/** Who owns which stored model. Ownership is decided in the query, never from the URI. */
export type Models = {
  readonly findOwned: (accountId: AccountId, uri: string) => Promise<OwnedModel | null>
  /** Leaves one that the account has already as it is. */
  readonly add: (accountId: AccountId, model: StoredModel) => Promise<void>
  /** One that the account owns, or that anyone may see; `accountId` null = nobody is signed in. */
  readonly findReadable: (accountId: AccountId | null, uri: string) => Promise<StoredModel | null>
}

export type MeasureRequest = {
  readonly source: { readonly path: string }
  readonly format: ModelFormat
  readonly units?: LengthUnit
  readonly signal?: AbortSignal
}

export type Geometry = { readonly measure: (request: MeasureRequest) => Promise<MeasureOutcome> }

/** The rest of the geometry core: repair with all that goes with it, and the estimate that needs no slicer. */
export type Meshes = {
  /** Rejects only when aborted or when the file cannot be opened, both of them. */
  readonly process: (request: ProcessRequest) => Promise<ProcessOutcome>
  readonly estimate: (request: EstimateRequest) => Promise<EstimateOutcome>
}

export type MeasurementKey = {
  readonly sha256: string
  readonly format: ModelFormat
  readonly units: LengthUnit | null
}

/** Measurements by content hash, so the same bytes are never measured twice. Refusals are kept as well. */
export type Measurements = {
  readonly read: (
    key: MeasurementKey,
  ) => Promise<Measurement | { kind: 'unreadable'; code: string; message: string } | null>
  readonly save: (
    key: MeasurementKey,
    outcome: Measurement | { kind: 'unreadable'; code: string; message: string },
  ) => Promise<void>
}

/** Folder for files on their way through. */
export type TemporaryFiles = {
  readonly path: () => string
  readonly write: (
    bytes: Uint8Array,
  ) => Promise<{ readonly path: string; readonly sizeBytes: number; readonly sha256: string }>
  readonly remove: (path: string) => Promise<void>
}

// ── limits and mail ─────────────────────────────────────────────────────────

export type SlotAnswer =
  | { readonly taken: true }
  | { readonly taken: false; readonly retryAfterSeconds: number }

export type RateCounters = {
  /** One statement at most: counts a slot unless the window is full. */
  readonly take: (
    scope: string,
    subject: string,
    limit: number,
    windowSeconds: number,
  ) => SlotAnswer | Promise<SlotAnswer>
}

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }
export type Mailer = {
  readonly send: (mail: Mail & { readonly messageId: string }) => Promise<void>
}

/** Everything a domain function may use. Built once in main.ts, passed down explicitly. */
export type Deps = {
  readonly baseUrl: string
  /** Lowercased. */
  readonly operatorEmails: ReadonlySet<string>
  /** Compared with the x-internal-key header; null = none configured, nothing passes. */
  readonly internalKey: string | null
  readonly production: boolean
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly payments: Payments
  readonly processorEvents: ProcessorEvents
  readonly orders: Orders
  readonly webOrders: WebOrders
  readonly quotes: Quotes
  readonly farmLoad: FarmLoadReader
  /** Hosts that quotes may fetch models from, lower-case. */
  readonly quoteAllowedHosts: readonly string[]
  readonly idempotencyKeys: IdempotencyKeys
  readonly objects: ObjectStore
  readonly models: Models
  readonly measurements: Measurements
  readonly geometry: Geometry
  readonly meshes: Meshes
  readonly slicer: Slicer
  readonly printEstimates: PrintEstimates
  readonly printModels: PrintModels
  readonly downloads: Downloads
  readonly engines: Engines
  readonly languageModel: LanguageModel
  readonly generationJobs: GenerationJobs
  readonly generations: Generations
  readonly credits: Credits
  readonly parseBody: ParseBody
  readonly temporaryFiles: TemporaryFiles
  readonly rateCounters: RateCounters
}
