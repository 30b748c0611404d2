// Words with one spelling in pages, emails, refusals, code and comments.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
/**
 * Files that name statuses of the card processor and of the Universal Commerce Protocol, which spell them `canceled`,
 * and messages in other languages.
 */
const others =
  /^(server\/(local\/stripe\/|adapters\/payments\/|http\/routes\/ucp\/checkout-json\.ts$|pages\/languages\/(?:de|fr|es)\.ts$)|testing\/ucp\/shapes\.ts$)/
const paths = [
  '{server,mcp,slicer-bridge,testing}/**/*.{ts,tsx}',
  'client/{cli,typescript}/src/**/*.ts',
]
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  .filter((path) => !others.test(path))
  .toSorted()

test.each([
  // The contract's spelling of the status (contract.md 2.2).
  ['cancelled', /\bcancel(?:ed|ing)\b/i],
  ['VAT ID', /\bVAT ids?\b/],
  ['meter', /\b(?:milli|centi)?metres?\b/i],
  ['email', /\be-mail/i],
  ['modeled', /modell(?:ed|ing)/i],
])('%s has no other spelling', (_, other) => {
  expect(paths.length).toBeGreaterThan(300)
  const found = paths.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => other.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
