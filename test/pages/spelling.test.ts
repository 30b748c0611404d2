// Words that pages, mails and refusals spell in one way.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const paths = ['server/pages/**/*.{ts,tsx}', 'server/domain/**/*.ts', 'server/http/**/*.{ts,tsx}']
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  .toSorted()

test.each([
  // The label of the status is "Cancelled" (contract.md 2.2).
  ['cancelled', /\bcancel(?:ed|ing)\b/i],
  ['VAT ID', /\bVAT ids?\b/],
  ['meter', /\b(?:milli|centi)?metres?\b/i],
  ['email', /\be-mail/i],
])('%s is not spelled otherwise', (_, other) => {
  expect(paths.length).toBeGreaterThan(300)
  const found = paths.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => other.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
