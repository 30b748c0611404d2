// The record of a stored file: written before the file is stored, and not rewritten while this process's record is
// valid long enough.
import { expect, test } from 'bun:test'
import { createVisitorFiles } from '../../server/db/models/visitor-files.ts'
import { use, useDatabase } from '../../testing/use.ts'

const database = useDatabase()
const files = use(() => createVisitorFiles(database.db))
const hourMs = 60 * 60 * 1000
const now = Date.parse('2026-11-27T12:00:00Z')
const at = (hours: number) => new Date(now + hours * hourMs)
const file = { uri: 'gs://models/a.stl', sha256: 'a' }

const remove = () => database.db.deleteFrom('visitor_files').execute()
const expiry = async () =>
  (await database.db.selectFrom('visitor_files').select('expires_at').executeTakeFirst())
    ?.expires_at

test('an expiry is rewritten only when it would be an hour earlier or more', async () => {
  await files.keep(file, at(0))
  expect(await expiry()).toEqual(at(0))
  await remove()
  await files.keep(file, at(0.9))
  expect(await expiry()).toBeUndefined()
  await files.keep(file, at(1))
  expect(await expiry()).toEqual(at(1))
})

test('a file that is stored for a day needs no record for its next order', async () => {
  const day = { ...file, uri: 'gs://models/b.stl' }
  await remove()
  await files.keep(day, at(24))
  expect(await expiry()).toEqual(at(24))
  await remove()
  await files.keep(day, at(2))
  expect(await expiry()).toBeUndefined()
})

test('another process writes its expiry as well, and the later time stays', async () => {
  const shared = { ...file, uri: 'gs://models/c.stl' }
  await remove()
  await files.keep(shared, at(3))
  await createVisitorFiles(database.db).keep(shared, at(1))
  expect(await expiry()).toEqual(at(3))
})
