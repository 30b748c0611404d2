// The secret that ids and codes of repeatable orders are derived from: a key of its own, derived from AUTH_SECRET.
import { createHmac, hkdfSync } from 'node:crypto'
import type { OrderIds } from '../../domain/orders/ports.ts'

const keyBytes = 32
/** The purpose of the key, so that no other use of AUTH_SECRET shares it. */
const keyLabel = 'svc order ids 1'

/** HMAC-SHA-256 under HKDF-SHA-256 of the secret, without a salt. */
export function createOrderIds(authSecret: string): OrderIds {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', keyLabel, keyBytes))
  return { bytes: (label) => new Uint8Array(createHmac('sha256', key).update(label).digest()) }
}
