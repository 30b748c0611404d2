// The table of emails in docs/operations.md has every kind, with the words of its label and its page.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { notificationKinds } from '../../server/domain/notifications/kinds.ts'

const document = Bun.file(join(import.meta.dir, '../../docs/operations.md'))

test('operations.md has advice for every kind of email, and no other', async () => {
  const [, table = ''] = (await document.text()).split('| mailed when | page | what to do |\n')
  const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(1)
  const listed = rows.map((row) => row.split(' | ').slice(0, 2).join(' | '))
  const kinds = Object.values(notificationKinds).map(
    ({ label, path }) => `| ${label.charAt(0).toLowerCase()}${label.slice(1)} | \`${path}\``,
  )
  expect(listed.toSorted()).toEqual(kinds.toSorted())
})
