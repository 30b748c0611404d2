// Terms, privacy, refunds and contact: the default texts of the service, and those of the operator.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../../server/config/config.ts'
import { sellerLines } from '../../../server/pages/base/letterhead.tsx'
import {
  readLegalTexts,
  readSeller,
  sellerOnDocuments,
} from '../../../server/wiring/terms/legal-texts.ts'
import { withBranding } from '../../../testing/own-branding.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-legal-'))
writeFileSync(
  join(folder, 'terms.md'),
  '# Our terms\n\nWe print **boxes** only. <script>x</script>',
)
writeFileSync(
  join(folder, 'seller.txt'),
  'Boxes & Co.\n1 Main Street, Springfield\n\nTax ID 12-3456789\n',
)
afterAll(() => rmSync(folder, { recursive: true }))

const service = useService(() => ({ env: { LEGAL_DIR: folder } }))
const html = async (path: string) => (await service.fetch(path)).text()

test('shows the operator’s text, escaped, and the default one when there is no file', async () => {
  const terms = await html('/terms')
  expect(terms).toContain('<h1>Our terms</h1>')
  expect(terms).toContain('<strong>boxes</strong>')
  expect(terms).toContain('&lt;script&gt;')
  expect(await html('/privacy')).toContain('<h1>Privacy</h1>')
})

test.each(['/', '/contact', '/docs', '/account', '/nothing-here'])(
  'the footer of %s leads to all five',
  async (path) => {
    const response = await service.fetch(path, { headers: { accept: 'text/html' } })
    const page = await response.text()
    for (const target of ['/gift-cards', '/terms', '/privacy', '/refunds', '/contact']) {
      expect([target, page.includes(`href="${target}"`)]).toEqual([target, true])
    }
  },
)

verifies('web.receipt-seller', async () => {
  const { code } = await placed(submit(service, await service.account()))
  const receipt = await html(`/orders/${code}/receipt`)
  for (const line of ['Boxes &amp; Co.', '1 Main Street, Springfield', 'Tax ID 12-3456789']) {
    expect(receipt).toContain(`<div>${line}</div>`)
  }
  expect(readSeller(null)()).toEqual([])
})

test('a document of a shop without a seller keeps the shop’s name at the time of issue', async () => {
  const website = 'https://prints.example'
  await withBranding({ name: 'Boxes' }, async () => {
    const issued = sellerOnDocuments([], website)
    expect(issued).toEqual(['Boxes', 'prints.example'])
    await withBranding({ name: 'Crates' }, () => {
      expect(sellerLines(issued, website)).toEqual(['Boxes', 'prints.example'])
      // Issued before the shop had a name.
      expect(sellerLines([], website)).toEqual(['Print farm', 'prints.example'])
    })
    expect(sellerOnDocuments(['Boxes & Co.'], website)).toEqual(['Boxes & Co.'])
    // Customs forms need an address, so they still name the sender as missing.
    expect(readSeller(null)()).toEqual([])
  })
  expect(sellerOnDocuments([], website)).toEqual([])
})

test('terms, refunds and privacy describe what happens to money and data', () => {
  const { terms, refunds, privacy } = readLegalTexts(null, {
    basketDays: 2,
    keptFileHours: 1,
    orderDays: 9,
  })
  const said = [
    // decisions.md 55.
    [
      terms,
      '24 hours after it was placed on this website, 30 days after it was placed by a program',
    ],
    [terms, 'refund nothing of it until the bank has decided'],
    [terms, 'buys no gift cards and credits and uses no credits'],
    [refunds, 'A refund that your bank sends back'],
    [refunds, 'each costs its share of the price of its line'],
    [privacy, 'company, VAT ID, purchase order'],
    [privacy, 'through EasyPost, a service'],
    [privacy, 'what it contains and its value'],
    [privacy, 'or with a debt'],
  ] as const
  for (const [page, words] of said) expect(page.replaceAll('\n', ' ')).toContain(words)
})

test('an empty file counts as absent', () => {
  writeFileSync(join(folder, 'refunds.md'), '  \n')
  const retention = { basketDays: 2, keptFileHours: 1, orderDays: 9 }
  const texts = readLegalTexts(folder, retention)
  expect(texts.refunds).toBe(readLegalTexts(null, retention).refunds)
  expect(texts.privacy).toContain('9 days after a closed order was placed')
  expect(texts.privacy).toContain('measured and kept for 1 hour,')
  expect(texts.privacy).toContain('with their files: 2 days after the last change.')
})

test('a folder that does not exist stops the start', () => {
  const parsed = parseConfig({ LEGAL_DIR: join(folder, 'none') })
  expect(parsed.ok).toBe(false)
  expect(parsed.ok ? '' : parsed.failure.join()).toContain('LEGAL_DIR must be a folder')
})
