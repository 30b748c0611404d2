// Words that pages, mails, refusals, code and comments spell in one way.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
/** They name statuses of the card processor, which spells them `canceled`. */
const processor = /^server\/(local\/stripe|adapters\/payments)\//
const paths = ['{server,mcp,slicer-bridge}/**/*.{ts,tsx}', 'client/{cli,typescript}/src/**/*.ts']
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  .filter((path) => !processor.test(path))
  .toSorted()

test.each([
  // As the contract spells the status (contract.md 2.2).
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
