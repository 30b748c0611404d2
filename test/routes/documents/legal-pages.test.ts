// Terms, privacy, refunds and contact: the service's own texts, and those of the operator.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../../server/config/config.ts'
import { readLegalTexts, readSeller } from '../../../server/wiring/legal-texts.ts'
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

test('the operator’s text, escaped, and the default one where there is no file', async () => {
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
  expect(readSeller(null)).toEqual([])
})

test('terms, refunds and privacy say what happens to money and data', () => {
  const { terms, refunds, privacy } = readLegalTexts(null, {
    basketDays: 2,
    keptFileHours: 1,
    orderDays: 9,
  })
  const said = [
    // decisions.md 55
    [
      terms,
      '24 hours after it was placed on this website, 30 days after it was placed by a program',
    ],
    [terms, 'refund nothing of it until the bank has decided'],
    [terms, 'buys no gift cards and credits and uses no credits'],
    [refunds, 'A refund that your bank sends back'],
    [refunds, 'each costs its share of the price of its line'],
    [privacy, 'company, VAT ID, purchase order'],
    [privacy, 'or with a debt'],
  ] as const
  for (const [page, words] of said) expect(page.replaceAll('\n', ' ')).toContain(words)
})

test('an empty file is no text', () => {
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
