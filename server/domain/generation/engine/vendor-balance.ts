// Balances of the accounts at engine vendors whose API reports them.
import type { Log } from '../../base/ports.ts'

/** An account at a vendor. */
export type VendorAccount = {
  readonly vendor: string
  /** In the vendor's credits. Operators are warned below this value. */
  readonly lowBelow: number
  /** Absent if the vendor has no such call; null = no usable response. */
  readonly readBalance?: (signal: AbortSignal) => Promise<number | null>
}

export type VendorBalance = {
  readonly vendor: string
  /** In the vendor's credits. */
  readonly credits: number
  readonly lowBelow: number
  readonly readAt: Date
  /** When the balance became low; null if it is not low. */
  readonly lowSince: Date | null
}

export type VendorBalances = {
  /** Returns false if any process read or tried to read it within `everySeconds`. */
  readonly claim: (vendor: string, everySeconds: number) => Promise<boolean>
  /** Stores a balance. A balance that was already low keeps its start time. */
  readonly save: (reading: Pick<VendorBalance, 'vendor' | 'credits' | 'lowBelow'>) => Promise<void>
  readonly list: () => Promise<readonly VendorBalance[]>
}

export type BalanceDeps = {
  readonly vendorAccounts: readonly VendorAccount[]
  readonly vendorBalances: VendorBalances
  readonly log: Log
}

/**
 * Estimated cost of a generation at Tripo, in its credits, and the number of generations that the balance should
 * cover.
 */
export const generationCredits = 40
export const lowGenerations = 25
export const defaultLowCredits = lowGenerations * generationCredits

/** A generation takes minutes, so more frequent reads add no information. */
export const balanceEverySeconds = 15 * 60
const readTimeoutMs = 30_000

/** Reads each balance that is due. If a vendor does not respond, the next scheduled read retries it. */
export async function readVendorBalances({
  vendorAccounts,
  vendorBalances,
  log,
}: BalanceDeps): Promise<void> {
  for (const { vendor, lowBelow, readBalance } of vendorAccounts) {
    if (readBalance === undefined) continue
    if (!(await vendorBalances.claim(vendor, balanceEverySeconds))) continue
    let error: unknown = null
    const credits = await readBalance(AbortSignal.timeout(readTimeoutMs)).catch(
      (reason: unknown) => {
        error = reason
        return null
      },
    )
    if (credits === null) {
      log.warn('engine.balance_unread', { vendor, ...(error !== null && { error }) })
    } else {
      await vendorBalances.save({ vendor, credits, lowBelow })
      if (credits < lowBelow) log.warn('engine.balance_low', { vendor, credits, lowBelow })
    }
  }
}
