// Cost and margin of an order: on its page and in the CSV for operators, and in no other place.

import { describe, expect, test } from 'bun:test'
import { parseConfig } from '../../../server/config/config.ts'
import { printFileIdOf } from '../../../server/domain/base/ids/print-file-id.ts'
import { good, openFarm } from '../../../testing/people/farm.ts'
import { type Desk, openDesk } from '../../../testing/people/operator-desk.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const viewerEmail = 'viewer@example.com'
const service = useService({
  env: {
    VIEWER_EMAILS: viewerEmail,
    COST_FILAMENT: 'pla:4000',
    COST_PRINTER_HOUR: '100',
    COST_POSTAGE: '555',
  },
})
const farm = use(
  () => openFarm(service),
  () => {},
)
const desk = use<Desk>(
  () => openDesk(service),
  () => {},
)
const viewer = use<Desk>(
  () => openDesk(service, viewerEmail),
  () => {},
)

/** Places a paid order of 3 parts of PLA, each of 10 g and 2 hours. */
async function placed() {
  const code = await farm.order({ quantity: '3', material: 'pla' }, CUBE)
  await service.db
    .updateTable('orders')
    .set({ grams_per_part: 10, planned_seconds: 3 * 7200 })
    .where('code', '=', code)
    .execute()
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error('no order')
  return { code, id: order.id, totalCents: order.price.totalCents }
}

const dollars = (cents: number) => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`

/** Returns the rows of the table: label and amount. */
async function rowsOf(code: string) {
  const { html } = await desk.get(`/operator/orders/${code}`)
  const [, table = ''] = html.split('Cost and margin')
  const [rows = ''] = table.split('</table>')
  return [...rows.matchAll(/<th scope="row"><span>([^<]*)<\/span>[\s\S]*?<td>([^<]*)<\/td>/g)].map(
    ([, label, amount]) => [label, amount],
  )
}

const headings = [
  'printed_grams',
  'filament_cost_usd',
  'printer_hours',
  'printer_cost_usd',
  'postage_cost_usd',
  'processor_fee_usd',
  'margin_usd',
  'postage_charged_usd',
  'label_cost',
]

/** Columns after all others, empty for orders within the country. */
const customsHeadings = 8

async function csvOf(code: string, of: Desk = desk) {
  const { html } = await of.get(`/operator/export.csv?q=${code}`)
  const [heading = '', line = ''] = html.split('\r\n')
  const values = line.split(',').slice(-headings.length - customsHeadings, -customsHeadings)
  return { heading, values }
}

describe('an order', () => {
  verifies('queue.order-cost', 'is costed as planned before it is printed', async () => {
    const { code, totalCents } = await placed()
    // 30 g at 4 cents, 6 hours at 100, a parcel.
    const margin = totalCents - 120 - 600 - 555
    expect(await rowsOf(code)).toEqual([
      ['Paid', dollars(totalCents)],
      ['Filament', '−$1.20'],
      ['Printer hours', '−$6.00'],
      ['Postage', '−$5.55'],
      ['Margin', dollars(margin)],
    ])
    const { heading, values } = await csvOf(code)
    expect(heading).toContain(`,${headings.join(',')},customs_form,`)
    // The parcels of this test are posted without labels of the desk, for the postage of the contract: $7.
    expect(values).toEqual([
      '30',
      '1.2',
      '6',
      '6',
      '5.55',
      '',
      String(margin / 100),
      '7',
      'not bought here',
    ])
  })

  verifies(
    'queue.order-cost',
    'is costed by the files of its jobs, with scrap and the fee in the books',
    async () => {
      const { code, id, totalCents } = await placed()
      const [job] = await farm.queue(code)
      const file = {
        id: printFileIdOf(service.deps.ids.uuid()),
        orderId: id,
        line: null,
        source: 'upload' as const,
        profile: null,
        nozzleMm: 0.4,
        parts: 3,
        model: {
          uri: 'gs://b/plate.gcode',
          fileName: 'plate.gcode',
          sha256: 'x',
          sizeBytes: 9,
          format: 'gcode' as const,
        },
        seconds: 3600,
        grams: 36.5,
        sizeMm: null,
        isShared: false,
        settings: null,
        createdBy: 'ops',
      }
      await service.deps.printJobs.addFile(file)
      const ownJobs = service.db.updateTable('print_jobs').where('order_id', '=', id)
      await ownJobs.set({ print_file_id: file.id }).execute()
      await good(
        farm.asOperator(`/api/farm/jobs/${job?.id}/change`, { action: 'finish', scrap: 1 }),
      )
      // 2.5 hours at the printer; the part that is printed again is planned with half an hour, and no file states its
      // weight.
      await ownJobs.set({ printed_seconds: 9000 }).where('state', '=', 'done').execute()
      await ownJobs.set({ centihours: 50 }).where('state', '=', 'queued').execute()
      await service.db
        .insertInto('money_movements')
        .values({
          kind: 'fee',
          debit: 'fees',
          credit: 'processor',
          cents: 89,
          order_id: id,
          processor_id: `txn_${code}`,
          source: `fee:txn_${code}`,
        })
        .execute()
      // 36.5 + 10 g at 4 cents, 3 hours at 100, a parcel, the fee.
      const margin = totalCents - 186 - 300 - 555 - 89
      expect(await rowsOf(code)).toEqual([
        ['Paid', dollars(totalCents)],
        ['Filament', '−$1.86'],
        ['Printer hours', '−$3.00'],
        ['Postage', '−$5.55'],
        ['Processor’s fee', '−$0.89'],
        ['Margin', dollars(margin)],
      ])
      const { values } = await csvOf(code)
      expect(values.slice(0, 7)).toEqual([
        '46.5',
        '1.86',
        '3',
        '3',
        '5.55',
        '0.89',
        String(margin / 100),
      ])
    },
  )

  test('is also costed in the selection’s CSV', async () => {
    const { code } = await placed()
    const fields = { pick: `${code}:1` }
    const { html } = await desk.post('/operator/export.csv', fields)
    expect(html.split('\r\n')[0]).toContain(
      ',margin_usd,postage_charged_usd,label_cost,customs_form,',
    )
  })

  verifies('queue.order-cost', 'shows its cost only to operators', async () => {
    const { code } = await placed()
    expect((await viewer.get(`/operator/orders/${code}`)).html).not.toContain('Cost and margin')
    expect((await csvOf(code, viewer)).heading).toContain(',purchase_order,reference,customs_form,')
    const owner = { headers: farm.account.headers }
    for (const path of [
      `/orders/${code}`,
      `/orders/${code}/receipt`,
      `/api/print/orders/${code}`,
    ]) {
      const text = await (await service.fetch(path, owner)).text()
      expect(text).not.toMatch(/margin_?(?:usd|cents)|Cost and margin|filament_?cost/i)
    }
    const board = (await desk.get(`/api/operator/orders/${code}`)).html
    expect(board).not.toMatch(/"margin|"filamentCents/)
  })
})

test('the settings are checked', () => {
  for (const [env, problem] of [
    [{ COST_FILAMENT: 'pla' }, 'COST_FILAMENT must hold costs such as pla:2000'],
    [{ COST_FILAMENT: 'wood:20' }, '"wood:20"'],
    [{ COST_FILAMENT: 'pla:1,pla:2' }, 'COST_FILAMENT names pla twice.'],
    [{ COST_PRINTER_HOUR: '-1' }, 'COST_PRINTER_HOUR must be a whole number from 0 to 100000'],
  ] as const) {
    const parsed = parseConfig(env)
    expect([env, parsed.ok ? '' : parsed.failure.join()]).toEqual([
      env,
      expect.stringContaining(problem),
    ])
  }
})
