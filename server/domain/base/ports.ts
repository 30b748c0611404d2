// Ports that every area needs. Each area defines its ports; server/db and server/adapters implement them, and
// server/wiring connects them.

import type { Meter } from './metrics/meter.ts'

export type Clock = { readonly now: () => Date }

/** The only source of randomness; cryptographic in production. */
export type Ids = {
  readonly uuid: () => string
  /** Returns `bytes` random bytes in lowercase hex. */
  readonly secretHex: (bytes: number) => string
  /** Returns a uniform integer in [0, below). */
  readonly randomInt: (below: number) => number
}

/** Bytes derived from a secret: deterministic by label, unpredictable without the secret. */
export type KeyedBytes = {
  /** Returns 32 bytes that are indistinguishable from random without the secret. */
  readonly bytes: (label: string) => Uint8Array
}

export type Log = {
  readonly debug: (event: string, facts?: Record<string, unknown>) => void
  readonly info: (event: string, facts?: Record<string, unknown>) => void
  readonly warn: (event: string, facts?: Record<string, unknown>) => void
  readonly error: (event: string, facts?: Record<string, unknown>) => void
}

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }
export type MailAttachment = {
  readonly fileName: string
  readonly contentType: string
  readonly content: Uint8Array
}
export type OutgoingMail = Mail & {
  readonly messageId: string
  readonly attachments?: readonly MailAttachment[]
}

export type Mailer = {
  readonly send: (mail: OutgoingMail) => Promise<void>
}

/** Dependencies available to every area. */
export type BaseDeps = {
  readonly baseUrl: string
  readonly production: boolean
  /** Whether the card processor can be a stand-in on this machine. */
  readonly isProcessorLocal: boolean
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly meter: Meter
}
