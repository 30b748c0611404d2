// Removes data at the end of its retention period: the personal data of old orders and gift cards, and attachments
// without a message.
import type { AccountRecords } from './records.ts'

type RetentionDeps = {
  readonly accountRecords: AccountRecords
  readonly retentionDays: number
}

/** Limit for one hourly sweep. The next sweep continues with the rest. */
const atOnce = 1000

/** For an attachment that was uploaded but not sent: its message form can still be open. */
const unsentDays = 1

/** Returns the number of removed records of each kind. */
export async function endRetention({ accountRecords, retentionDays }: RetentionDeps) {
  return {
    anonymizedOrders: await accountRecords.anonymizeOrders(retentionDays, atOnce),
    anonymizedWebOrders: await accountRecords.anonymizeLegacyOrders(retentionDays, atOnce),
    anonymizedPurchases: await accountRecords.anonymizePurchases(retentionDays, atOnce),
    unusedAttachments: await accountRecords.removeUnusedAttachments(unsentDays, atOnce),
  }
}
