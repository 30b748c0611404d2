// Sets an account's logo for the packing slips of its orders.
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { type LogoFacts, maxLogoBytes } from './account-logos.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'

/** Sets the logo from a received file. SVG is refused, because it can contain scripts and load other files. */
export async function setLogo(
  { accountLogos, fitLogo, clock }: Pick<AccountDeps, 'accountLogos' | 'fitLogo' | 'clock'>,
  { accountId }: AccountCaller,
  file: Pick<ReceivedFile, 'path' | 'sizeBytes'> | null,
): Promise<Result<LogoFacts, AccountFailure>> {
  if (file === null || file.sizeBytes === 0) return fail({ kind: 'logo_required' })
  if (file.sizeBytes > maxLogoBytes) return fail({ kind: 'logo_too_large' })
  const fitted = await fitLogo(file.path)
  if (fitted === 'unreadable') return fail({ kind: 'logo_unreadable' })
  if (fitted === 'too_many_pixels') return fail({ kind: 'logo_too_many_pixels' })
  const updatedAt = clock.now()
  await accountLogos.save(accountId, { ...fitted, updatedAt })
  const { width, height } = fitted
  return ok({ width, height, updatedAt })
}
