// The report of a test run about programs that this machine lacks, which counts as skipped.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { notCheckedLine } from '../../server/local/launcher/not-checked.ts'

test('missing programs are named in one line, and no line is printed when none is missing', () => {
  const need = (what: string, there: boolean) => ({ what, isThere: () => there })
  expect(notCheckedLine([need('real slicer', false), need('browser', true)])).toBe(
    'Not checked on this machine: real slicer.',
  )
  expect(notCheckedLine([need('a', false), need('b', true), need('c', false)])).toBe(
    'Not checked on this machine: a, c.',
  )
  expect(notCheckedLine([need('browser', true)])).toBeNull()
})

// Without these folders, tests that loop over them do not exist, and count as skipped.
for (const [name, least] of [
  ['corpus', 20],
  ['sliced-samples', 10],
] as const) {
  const folder = join(import.meta.dir, '../../../shared', name)
  test.skipIf(!existsSync(folder))(`the real files of ${name} exist`, () => {
    expect(readdirSync(folder).length).toBeGreaterThan(least)
  })
}
