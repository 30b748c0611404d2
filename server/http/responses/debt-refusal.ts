// The refusal of an account that owes money for a gift card or credits.
import type { DebtFailure } from '../../domain/gift-cards/debt.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'

export const debtRefusal = ({ owedCents }: DebtFailure) => ({
  status: 402,
  error: `This account owes ${formatDollars(owedCents)}: the payment of a gift card or of credits went back after they were spent. It cannot buy or use any until that is settled; contact us. Nothing was charged.`,
})
