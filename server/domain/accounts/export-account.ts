// Exports everything stored about an account as one JSON document, streamed while it is read.
import type { AccountId } from '../base/caller.ts'
import type { AccountDeps } from './ports.ts'
import { exportSections } from './records.ts'

const rowsAtOnce = 200
/** Each part of an upload has up to a megabyte of photo data. */
const uploadsAtOnce = 2

/** Yields the document's text in parts: an object with one list per section. */
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
