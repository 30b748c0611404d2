// What a run of the tests says of things that this machine lacks, and that their absence counts as skipped.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { notCheckedLine } from '../../server/local/launcher/not-checked.ts'

test('what is missing is named in one line, and nothing is said where nothing is missing', () => {
  const need = (what: string, there: boolean) => ({ what, isThere: () => there })
  expect(notCheckedLine([need('real slicer', false), need('browser', true)])).toBe(
    'Not checked on this machine: real slicer.',
  )
  expect(notCheckedLine([need('a', false), need('b', true), need('c', false)])).toBe(
    'Not checked on this machine: a, c.',
  )
  expect(notCheckedLine([need('browser', true)])).toBeNull()
})

// Tests that loop over these folders are none without them: these count as skipped then.
for (const [name, least] of [
  ['corpus', 20],
  ['sliced-samples', 10],
] as const) {
  const folder = join(import.meta.dir, '../../../shared', name)
  test.skipIf(!existsSync(folder))(`the real files of ${name} are there to be checked`, () => {
    expect(readdirSync(folder).length).toBeGreaterThan(least)
  })
}
