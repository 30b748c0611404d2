// What is left on the accounts with vendors of engines, where a vendor's interface tells it.
import type { Log } from '../../base/ports.ts'

/** An account with a vendor. */
export type VendorAccount = {
  readonly vendor: string
  /** In the vendor's credits: below it, operators are warned. */
  readonly lowBelow: number
  /** Absent where the vendor has no call for it. null = no usable answer. */
  readonly readBalance?: (signal: AbortSignal) => Promise<number | null>
}

export type VendorBalance = {
  readonly vendor: string
  /** In the vendor's credits. */
  readonly credits: number
  readonly lowBelow: number
  readonly readAt: Date
  /** Since when it is low; null while it is not. */
  readonly lowSince: Date | null
}

export type VendorBalances = {
  /** False when it was read, or tried, within `everySeconds`, by whichever process. */
  readonly claim: (vendor: string, everySeconds: number) => Promise<boolean>
  /** A balance that was low before keeps the time since when it is. */
  readonly save: (reading: Pick<VendorBalance, 'vendor' | 'credits' | 'lowBelow'>) => Promise<void>
  readonly list: () => Promise<readonly VendorBalance[]>
}

export type BalanceDeps = {
  readonly vendorAccounts: readonly VendorAccount[]
  readonly vendorBalances: VendorBalances
  readonly log: Log
}

/** What a generation is taken to cost at Tripo, in its credits, and for how many of them the balance should last. Estimates. */
export const generationCredits = 40
export const lowGenerations = 25
export const defaultLowCredits = lowGenerations * generationCredits

/** A generation takes minutes: more often would tell nothing new. */
export const balanceEverySeconds = 15 * 60
const readTimeoutMs = 30_000

/** Reads each balance that is due. A vendor that does not answer is asked again at its next time. */
export async function readVendorBalances({
  vendorAccounts,
  vendorBalances,
  log,
}: BalanceDeps): Promise<void> {
  for (const { vendor, lowBelow, readBalance } of vendorAccounts) {
    if (readBalance === undefined) continue
    if (!(await vendorBalances.claim(vendor, balanceEverySeconds))) continue
    const credits = await readBalance(AbortSignal.timeout(readTimeoutMs)).catch(() => null)
    if (credits === null) {
      log.warn('engine.balance_unread', { vendor })
    } else {
      await vendorBalances.save({ vendor, credits, lowBelow })
      if (credits < lowBelow) log.warn('engine.balance_low', { vendor, credits, lowBelow })
    }
  }
}
