// The pages of print jobs in a real browser: axe at three widths and in both color schemes, and a job that is sliced, claimed and counted.

import { describe, expect, test } from 'bun:test'
import { printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const browser = useBrowser()

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)

describe.skipIf(chromiumPath === null)('print jobs in a browser', () => {
  test('are accessible, and each change asks for confirmation', async () => {
    const [name = '', value = ''] = farm.cookie.split(/=(.*)/)
    await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
    for (const material of ['pla', 'petg', 'tpu']) {
      await farm.queue(await farm.order({ material, quantity: '3' }))
    }
    const model = await farm.order({ quantity: '4', color: 'Sunny Orange' }, CUBE)
    const [job] = await farm.queue(model)
    const printing = await mustClaim(farm, { printer: 'voron-1', materials: ['petg'] })
    const beat = { lease: printing.lease, printing: true, progress: 0.42, remainingSeconds: 5400 }
    await good(farm.asFarm(`/api/farm/jobs/${printing.id}/heartbeat`, beat))
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const broken = await mustClaim(farm, { printer: 'mk4-2', materials: ['tpu'] })
      const report = { lease: broken.lease, reason: 'The filament ran out.' }
      await good(farm.asFarm(`/api/farm/jobs/${broken.id}/fail`, report))
    }
    const done = await mustClaim(farm, { printer: 'mk4-1', materials: ['pla'], files: ['gcode'] })
    await good(farm.asFarm(`/api/farm/jobs/${done.id}/done`, { lease: done.lease, good: 1 }))
    const failed = await farm.order({ color: 'Mint' }, CUBE)
    const [unsliced] = await farm.queue(failed)
    await service.db
      .insertInto('plate_slices')
      .values({
        job_id: unsliced?.id ?? printJobIdOf(''),
        state: 'failed',
        attempts: 1,
        due_at: new Date(),
        reason: 'No layer of this model can be printed.',
      })
      .execute()
    for (const view of ['queued', 'unsliced', 'printing', 'attention', 'done']) {
      await open(`/operator/jobs?view=${view}`)
      await inspectPage(browser, `jobs-${view}`)
    }
    await open(`/operator/jobs/${printing.id}`)
    await inspectPage(browser, 'job')
    await open(`/operator/jobs/${job?.id}?do=slice`)
    await inspectPage(browser, 'job-slice')
    await open('/operator/jobs')
    await browser.page.locator(`a[href="/operator/jobs/${job?.id}?do=finish"]`).click()
    await inspectPage(browser, 'job-question')
    await browser.page.getByLabel('Scrap').fill('1')
    await browser.page.getByRole('button', { name: 'Count as printed' }).click()
    await browser.page.getByText('Counted as printed.').waitFor()
    expect(browser.complaints).toEqual([])
    expect(await farm.jobs(model)).toMatchObject([
      { good: 3, scrap: 1 },
      { parts: 1, state: 'queued' },
    ])
  })
})
