// The accounts with vendors whose keys are configured, for the worker that reads their balances.
import type { VendorAccount } from '../../domain/generation/engine/vendor-balance.ts'
import { createFal } from './fal.ts'
import { createTripo } from './tripo.ts'
import type { Vendor, VendorSettings } from './vendor.ts'

type Account = Pick<VendorSettings, 'apiKey' | 'apiBase'>

export type VendorAccountSettings = Omit<VendorSettings, keyof Account> & {
  readonly tripo: Account | null
  readonly fal: Account | null
  /** Warning threshold, in Tripo's credits. */
  readonly tripoLowCredits: number
}

export function createVendorAccounts({
  tripo,
  fal,
  tripoLowCredits,
  ...settings
}: VendorAccountSettings): readonly VendorAccount[] {
  return [
    ...(tripo === null ? [] : [accountOf(createTripo({ ...tripo, ...settings }), tripoLowCredits)]),
    ...(fal === null ? [] : [accountOf(createFal({ ...fal, ...settings }), 0)]),
  ]
}

const accountOf = ({ name, balance }: Vendor, lowBelow: number): VendorAccount => ({
  vendor: name,
  lowBelow,
  ...(balance && { readBalance: balance }),
})
