// What is removed at the end of the retention: the personal data of old orders and gift cards.
import type { AccountRecords } from './records.ts'

type RetentionDeps = {
  readonly accountRecords: AccountRecords
  readonly retentionDays: number
}

/** Limit for one hourly sweep; the rest is left to the next one. */
const atOnce = 1000

/** Returns how many of each. */
export async function endRetention({ accountRecords, retentionDays }: RetentionDeps) {
  return {
    anonymizedOrders: await accountRecords.anonymizeOrders(retentionDays, atOnce),
    anonymizedWebOrders: await accountRecords.anonymizeLegacyOrders(retentionDays, atOnce),
    anonymizedPurchases: await accountRecords.anonymizePurchases(retentionDays, atOnce),
  }
}
