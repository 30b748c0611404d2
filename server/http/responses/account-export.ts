// Account export as a download.
import { exportAccount } from '../../domain/accounts/export-account.ts'
import type { AccountDeps } from '../../domain/accounts/ports.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import { downloadHeaders } from './attachment.ts'
import { streamOf } from './stream-of.ts'

export function accountExport(
  deps: Pick<AccountDeps, 'accountRecords' | 'clock'>,
  accountId: AccountId,
): Response {
  const encoder = new TextEncoder()
  async function* bytes() {
    for await (const text of exportAccount(deps, accountId)) yield encoder.encode(text)
  }
  return new Response(streamOf(bytes()), {
    headers: downloadHeaders('account.json', 'application/json; charset=utf-8'),
  })
}
