// The note of the process that keeps the local database: its pid receives a signal.
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { keeperNote } from '../../server/local/postgres/keeper.ts'

test.each([
  [{ pid: 4711, url: 'postgres://localhost' }, true],
  // kill(0) and kill(-1) reach groups of processes.
  [{ pid: 0, url: 'postgres://localhost' }, false],
  [{ pid: -1, url: 'postgres://localhost' }, false],
  [{ pid: '4711', url: 'postgres://localhost' }, false],
  [{ pid: 4711 }, false],
  [null, false],
])('%j: %p', (note, isValid) => {
  expect(v.safeParse(keeperNote, note).success).toBe(isValid)
})
