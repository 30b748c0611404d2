// What is removed at the end of the retention: the personal data of old orders and gift cards, and attachments that no message has.
import type { AccountRecords } from './records.ts'

type RetentionDeps = {
  readonly accountRecords: AccountRecords
  readonly retentionDays: number
}

/** Limit for one hourly sweep; the rest is left to the next one. */
const atOnce = 1000

/** For an attachment that was uploaded and not sent: the form of its message may still be open. */
const unsentDays = 1

/** Returns how many of each. */
export async function endRetention({ accountRecords, retentionDays }: RetentionDeps) {
  return {
    anonymizedOrders: await accountRecords.anonymizeOrders(retentionDays, atOnce),
    anonymizedWebOrders: await accountRecords.anonymizeLegacyOrders(retentionDays, atOnce),
    anonymizedPurchases: await accountRecords.anonymizePurchases(retentionDays, atOnce),
    unusedAttachments: await accountRecords.removeUnusedAttachments(unsentDays, atOnce),
  }
}
