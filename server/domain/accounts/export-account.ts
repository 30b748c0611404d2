// Everything stored about an account, as one JSON document that is written while it is read.
import type { AccountId } from '../base/caller.ts'
import type { AccountDeps } from './ports.ts'
import { exportSections } from './records.ts'

const rowsAtOnce = 200
/** Each is a megabyte of a photo. */
const uploadsAtOnce = 2

/** The document's text in parts: an object with a list for each section. */
export async function* exportAccount(
  { accountRecords, clock }: Pick<AccountDeps, 'accountRecords' | 'clock'>,
  accountId: AccountId,
): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(clock.now().toISOString())}`
  for (const section of exportSections) {
    yield `,\n${JSON.stringify(section)}:[`
    const limit = section === 'generationUploads' ? uploadsAtOnce : rowsAtOnce
    for (let offset = 0; ; offset += limit) {
      const part = { offset, limit }
      const rows = await accountRecords.exportRows(accountId, section, part)
      const text = rows.map((row) => JSON.stringify(row)).join(',\n')
      if (text !== '') yield offset === 0 ? text : `,\n${text}`
      if (rows.length < limit) break
    }
    yield ']'
  }
  yield '}\n'
}
