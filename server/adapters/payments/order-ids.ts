// The key from which ids and codes of repeatable orders, refunds and gift cards are derived. The key is derived from the first AUTH_SECRET
// of a database and then stored there, so that it outlives changes of the secret (wiring/order-key.ts).

import { createHmac, hkdfSync } from 'node:crypto'
import type { OrderIds } from '../../domain/orders/record/identity.ts'

const keyBytes = 32
/** The purpose of the key, so that no other use of AUTH_SECRET shares it. */
const keyLabel = 'svc order ids 1'

/** Derives the key: HKDF-SHA-256 of the secret, without a salt. */
export const firstOrderKey = (authSecret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', authSecret, '', keyLabel, keyBytes))

/** Creates ids: HMAC-SHA-256 under the key. */
export const createOrderIds = (key: Uint8Array): OrderIds => ({
  bytes: (label) => new Uint8Array(createHmac('sha256', key).update(label).digest()),
})
