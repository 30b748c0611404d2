// What the product needs from the outside, as interfaces. server/db and server/adapters implement them, geometry and
// slicer-bridge satisfy theirs structurally, service.ts wires them. Nothing here names a library. An area's own ports lie in its
// folder; this file has the common ones and `Deps`, which names them all.
import type { Accounts, KnownDevices, Sessions } from '../accounts/ports.ts'
import type { Engines } from '../generation/engine/engine.ts'
import type { LanguageModel } from '../generation/engine/language.ts'
import type { Credits, GenerationJobs, Generations, ParseBody } from '../generation/ports.ts'
import type { FarmLoadReader } from '../lead-time/farm-load.ts'
import type {
  Geometry,
  Measurements,
  Meshes,
  Models,
  ObjectStore,
  TemporaryFiles,
} from '../measurement/ports.ts'
import type { Downloads } from '../models/downloads.ts'
import type { Uploads } from '../models/uploads.ts'
import type { Payments, ProcessorEvents } from '../orders/payment-ports.ts'
import type { IdempotencyKeys, OrderIds, Orders, Refunds, WebOrders } from '../orders/ports.ts'
import type { Quotes } from '../quotes/quote.ts'
import type { PrintEstimates, PrintModels, Slicer } from '../slicing/ports.ts'

export * from '../accounts/ports.ts'
export * from '../measurement/ports.ts'
export type { ReceivedFile } from '../models/received-file.ts'
export * from '../orders/payment-ports.ts'
export * from '../orders/ports.ts'

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
  ) => Promise<SlotAnswer>
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
  readonly knownDevices: KnownDevices
  /** Whether a password is one of those that people choose most, in any case of letters. */
  readonly isCommonPassword: (password: string) => boolean
  readonly payments: Payments
  readonly processorEvents: ProcessorEvents
  readonly orderIds: OrderIds
  readonly orders: Orders
  readonly refunds: Refunds
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
  readonly uploads: Uploads
  readonly rateCounters: RateCounters
}
