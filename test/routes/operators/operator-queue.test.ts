// The page of the work queue, an order's hold, priority, notes and history, and the files exported from the queue.
import { describe, expect, test } from 'bun:test'
import type { OperatorStatus } from '../../../server/domain/orders/record/status.ts'
import { atEndOfTest } from '../../../testing/database/end-of-test.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { placed, readOrder, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const desk = use(() => openDesk(service))

const read = (code: string) => readOrder(service, code)
const colleague = 'colleague@example.com'
const move = async (code: string, status: OperatorStatus) =>
  await service.deps.orders.setStatus(code, { status, tracking: null, by: colleague })
const orderedWith = async (fields: Record<string, string>) => {
  const [code = ''] = await desk.order(1, fields)
  return code
}
const pathOf = (code: string) => `/operator/orders/${code}`

describe('the page', () => {
  test('lists an order with what the farm needs, the note first', async () => {
    const note = 'No <b>supports</b>, please.'
    const code = await orderedWith({ note, color: 'Sakura Pink', quantity: '2' })
    const { html } = await desk.get('/operator/queue')
    const row = new RegExp(`<tr id="order-${code}"[\\s\\S]*?</tr>`).exec(html)?.[0] ?? ''
    expect(row).toContain('2 × PLA Sakura Pink 0.4')
    expect(row).toContain('Ada Example, US')
    expect(row).toContain('No &lt;b&gt;supports&lt;/b&gt;, please.')
    expect(row.indexOf('please.')).toBeLessThan(row.indexOf('cube.stl'))
    expect(row).toContain(`value="accept:${code}:2"`)
  })

  test('a search for a complete code opens the order, and unpaid orders are listed separately', async () => {
    const code = await orderedWith({})
    const unpaid = (await placed(submit(service, await service.account({ card: null })))).code
    expect((await desk.get(`/operator/queue?q=${code.toLowerCase()}`)).location).toBe(pathOf(code))
    const listed = async (query: string) =>
      (await desk.get(`/operator/queue${query}`)).html.includes(`order-${unpaid}`)
    expect([
      await listed(''),
      await listed('?status=all'),
      await listed('?status=PENDING_PAYMENT'),
    ]).toEqual([false, false, true])
  })

  test('an unknown filter value is named and ignored', async () => {
    const { status, html } = await desk.get('/operator/queue?material=wood&page=-3')
    expect(status).toBe(200)
    expect(html).toContain('The filter material has no choice “wood”, so it was left out.')
  })

  test.each([
    ['queue?q=a%00', 200, 'The search has a character that no text of an order has'],
    ['queue?color=%00', 200, 'The color has a character'],
    ['queue?country=%00', 200, 'The filter country has no choice'],
    ['queue?age=9999', 200, 'takes a whole number of days from 1 to 3650, not “9999”'],
    ['export.csv?q=%00', 400, 'The search has a character'],
    ['slips?scope=all&query=status%3DDONE', 400, 'The filter status has no choice “DONE”'],
    ['files.zip?scope=all&query=q%3D%2500', 400, 'The search has a character'],
    ['jobs?view=xx', 200, 'There is no list “xx”, so the queued jobs are shown.'],
    ['jobs?printer=%00', 200, 'No printer has this name'],
    ['jobs?after=%00', 200, 'Print jobs'],
    ['mail?order=%00', 200, '<h1>'],
  ])('a wrong filter is named: %s', async (path, status, sentence) => {
    const { status: got, html } = await desk.get(`/operator/${path}`)
    expect([got, html.includes(sentence)]).toEqual([status, true])
  })

  verifies('queue.next-step', async () => {
    const code = await orderedWith({})
    const step = (kind: string, version: number) =>
      desk.post('/operator/queue/step', {
        step: `${kind}:${code}:${version}`,
        query: 'status=open&country=US',
        page: '1',
      })
    const done = await step('accept', 2)
    expect([done.status, done.location]).toEqual([
      303,
      `/operator/queue?status=open&country=US&done=${code}:accept`,
    ])
    expect((await desk.get(done.location)).html).toContain(`${code}: Accepted and queued.`)
    // The same button again, in another tab that is still open.
    const stale = await step('accept', 2)
    expect(stale.status).toBe(409)
    expect(stale.html).toContain('status changed from Received to Accepted')
    expect((await step('start', 3)).status).toBe(303)
    // Its print jobs have made no part yet, so a question comes first.
    const asked = await step('finish', 4)
    expect(asked.location).toStartWith('/operator/bulk/')
    await desk.post(`${asked.location}/confirm`, {})
    expect(await read(code)).toMatchObject({ status: 'PRINTED', version: 5 })
    // Shipping asks for the tracking first.
    expect((await step('ship', 5)).location).toStartWith('/operator/bulk/')
    expect(await read(code)).toMatchObject({ status: 'PRINTED', version: 5 })
    expect((await step('accept', 5)).html).toContain(
      'This order is Printed, not Received. Nothing was changed.',
    )
  })

  test.each([
    ['melt'],
    ['ship:SVC-AAAAAA'],
    ['ship:\0:1'],
    ['ship:<b>x</b>:1'],
    [`ship:${'A'.repeat(65)}:1`],
  ])('the step %p is refused, and no action is kept', async (step) => {
    const kept = () => service.db.selectFrom('bulk_actions').select('id').execute()
    const before = await kept()
    const { status, html } = await desk.post('/operator/queue/step', { step })
    expect([status, html.includes('Nothing was changed')]).toEqual([400, true])
    expect(await kept()).toEqual(before)
  })

  test('a form too long for a button is refused like an incomplete one', async () => {
    const { status, html } = await desk.post('/operator/queue/step', { step: 'x'.repeat(65_536) })
    expect(status).toBe(400)
    expect(html).toContain(
      'Nothing was changed, because the form was incomplete. Try the button again.',
    )
  })

  verifies('queue.due', async () => {
    // A Monday: the farm ships nothing on Sundays, so orders of other days may be promised a day later.
    const secondsToMonday = ((8 - new Date().getUTCDay()) % 7) * 86_400
    service.advance(secondsToMonday)
    atEndOfTest(() => service.advance(-secondsToMonday))
    const daysTo = (date: Date | null) =>
      Math.round(((date?.getTime() ?? 0) - service.deps.clock.now().getTime()) / 86_400_000)
    const { dueAt } = await read(await orderedWith({}))
    // An idle farm ships a small order after its packing day plus, rounded up, one day of printing.
    expect(daysTo(dueAt)).toBe(2)
    const unpaid = (await placed(submit(service, await service.account({ card: null })))).code
    expect((await read(unpaid)).dueAt).toBeNull()
    // A payment never waits for a lead time that cannot be read.
    const failing = { read: () => Promise.reject(new Error('no farm load')) }
    const restore = service.replace({ farmLoad: failing })
    const { paid, dueAt: fallback } = await read(await orderedWith({}))
    restore()
    expect(paid).toBe(true)
    expect(daysTo(fallback)).toBe(7)
  })
})

describe('an order’s work', () => {
  const form = (code: string, name: string, fields: Record<string, string>) =>
    desk.post(`${pathOf(code)}/${name}`, fields)

  verifies(['queue.hold', 'queue.history', 'queue.notes'], async () => {
    const code = await orderedWith({})
    expect(
      (await form(code, 'hold', { holdReason: ' Wrong\tcolor? ', version: '2' })).location,
    ).toBe(`${pathOf(code)}?saved=1`)
    const { html } = await desk.get(pathOf(code))
    expect(html).toContain('Wrong color?')
    const refused = await desk.post(pathOf(code), { status: 'ACCEPTED', version: '3' })
    expect(refused.status).toBe(409)
    expect(refused.html).toContain(
      'This order is on hold: &quot;Wrong color?&quot;. Release it first.',
    )
    await form(code, 'notes', { note: 'Called her.\nShe answers tomorrow.' })
    expect((await form(code, 'priority', { priority: 'high', version: '3' })).status).toBe(303)
    expect((await form(code, 'release', { version: '4' })).status).toBe(303)
    expect((await desk.post(pathOf(code), { status: 'ACCEPTED', version: '5' })).status).toBe(303)
    const page = (await desk.get(pathOf(code))).html
    const history = [...page.matchAll(/<ol class="timeline">[\s\S]*?<\/ol>/g)].join('')
    const lines = [...history.matchAll(/<span>([^<]*)<\/span><p>([^<]*)<\/p>/g)].map(
      ([, by, what]) => [by, what],
    )
    expect(lines).toEqual([
      [OPERATOR_EMAIL, 'status changed from Received to Accepted'],
      [OPERATOR_EMAIL, 'released from hold'],
      [OPERATOR_EMAIL, 'priority set to high'],
      [OPERATOR_EMAIL, 'note added'],
      [OPERATOR_EMAIL, 'put on hold: Wrong color?'],
      ['Card processor', 'status changed from Awaiting payment to Received'],
      ['Customer', 'placed the order'],
    ])
    expect(page).toContain('Called her.\nShe answers tomorrow.')
    const customers = await (await service.fetch(`/orders/${code}`)).text()
    for (const secret of ['Called her', 'Wrong color', 'high']) {
      expect(customers).not.toContain(secret)
    }
  })

  test('a held order can be closed, and a shipped order is no longer held', async () => {
    const [held = '', shipped = ''] = await desk.order(2)
    await form(held, 'hold', { holdReason: 'Fraud?', version: '2' })
    const closed = await desk.post(pathOf(held), {
      status: 'REJECTED',
      version: '3',
      confirmed: '1',
      refund: 'none',
    })
    expect([closed.status, (await read(held)).status]).toEqual([303, 'REJECTED'])
    await move(shipped, 'SHIPPED')
    const late = await form(shipped, 'hold', { holdReason: 'Too late', version: '3' })
    expect(late.status).toBe(409)
    expect(late.html).toContain('This order is Shipped; there is nothing left to hold.')
  })

  verifies('queue.work-stale', async () => {
    const code = await orderedWith({})
    await move(code, 'PRINTING')
    for (const [name, fields] of [
      ['hold', { holdReason: 'A second thought' }],
      ['priority', { priority: 'urgent' }],
    ] as const) {
      const stale = await form(code, name, { ...fields, version: '2' })
      expect([name, stale.status]).toEqual([name, 409])
      expect(stale.html).toContain(`${colleague}: status changed from Received to Printing`)
      if (name === 'hold') expect(stale.html).toContain('value="A second thought"')
    }
    expect(await read(code)).toMatchObject({
      status: 'PRINTING',
      hold: null,
      priority: 'normal',
      version: 3,
    })
  })

  test.each([
    [
      'hold',
      { holdReason: '', version: '2' },
      'holdReason',
      'Enter a reason in 1 to 200 characters.',
    ],
    [
      'hold',
      { holdReason: 'x'.repeat(201), version: '2' },
      'holdReason',
      'Enter a reason in 1 to 200 characters.',
    ],
    ['priority', { priority: 'top', version: '2' }, 'priority', 'Choose a priority.'],
    ['notes', { note: ' \n ' }, 'note', 'Enter a note in 1 to 2000 characters.'],
    ['notes', { note: 'x'.repeat(2001) }, 'note', 'Enter a note in 1 to 2000 characters.'],
  ])('%s %j is refused at its field', async (name, fields, field, sentence) => {
    const code = await orderedWith({})
    const refused = await form(code, name, fields as Record<string, string>)
    expect(refused.status).toBe(400)
    const marked = new RegExp(`id="${field}"[^>]*`).exec(refused.html)?.[0] ?? ''
    expect(marked).toContain('aria-invalid="true"')
    expect(marked).toContain('autofocus')
    expect(refused.html).toContain(sentence)
  })

  test('a note of 2,000 characters of any kind is saved, and a form that is far too long is refused', async () => {
    const code = await orderedWith({})
    // 12 bytes each in a form.
    const note = '𠀋'.repeat(2000)
    expect((await form(code, 'notes', { note })).status).toBe(303)
    expect((await desk.get(pathOf(code))).html).toContain(note)
    const refused = await form(code, 'notes', { note: 'x'.repeat(65_536) })
    expect([refused.status, refused.html.includes('because the text is far too long')]).toEqual([
      413,
      true,
    ])
  })

  test('a form without a version and an unknown order are refused', async () => {
    const code = await orderedWith({})
    expect((await form(code, 'release', {})).html).toContain('This form was incomplete')
    for (const name of ['hold', 'release', 'priority', 'notes']) {
      const fields = { version: '1', holdReason: 'x', priority: 'high', note: 'x' }
      expect([name, (await form('SVC-ZZZZZZ', name, fields)).status]).toEqual([name, 404])
    }
  })

  test('over REST', async () => {
    const code = await orderedWith({})
    const call = (name: string, body: unknown) =>
      desk.api(`/api/operator/orders/${code}/${name}`, body)
    const work = { code, status: 'RECEIVED', priority: 'normal', dueAt: expect.any(String) }
    const held = { reason: 'No spool.', by: OPERATOR_EMAIL, at: expect.any(String) }
    expect(await call('hold', { reason: 'No spool.', version: 2 })).toEqual({
      status: 200,
      body: { ...work, version: 3, held },
    })
    expect(await call('hold', { reason: 'No spool.' })).toMatchObject({
      status: 200,
      body: { version: 3 },
    })
    expect(await call('release', { version: 2 })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('put on hold: No spool.') },
    })
    expect(await call('release', {})).toEqual({
      status: 200,
      body: { ...work, version: 4, held: null },
    })
    expect(await call('priority', { priority: 'low' })).toMatchObject({
      status: 200,
      body: { priority: 'low', version: 5 },
    })
    expect(await call('priority', { priority: 2 })).toEqual({
      status: 400,
      body: { error: 'priority: must be one of low, normal, high, urgent' },
    })
    expect(await call('notes', { text: 'One spare.' })).toMatchObject({
      status: 200,
      body: { code, notes: [{ by: OPERATOR_EMAIL, text: 'One spare.' }] },
    })
    expect((await read(code)).version).toBe(5)
  })
})

describe('exports', () => {
  verifies('queue.export-csv', async () => {
    const formula = '=HYPERLINK("http://evil.example")'
    const code = await orderedWith({
      color: 'Mint Green',
      recipientName: formula,
      note: 'a "b", c',
      city: '+1',
      state: '@x',
      zip: '-1',
    })
    const { html: csv, response } = await desk.get('/operator/export.csv?color=mint+green')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /filename="orders-\d{4}-\d\d-\d\d\.csv"/,
    )
    // The byte order mark of UTF-8, for spreadsheets.
    expect([...new Uint8Array(await response.arrayBuffer())].slice(0, 3)).toEqual([
      0xef, 0xbb, 0xbf,
    ])
    const [heading = '', ...lines] = csv.split('\r\n')
    expect(heading).toStartWith('code,status,paid,placed,due,priority,held,material,color')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toStartWith(`${code},RECEIVED,yes,`)
    expect(lines[0]).toContain(',cube.stl,"a ""b"", c","\'=HYPERLINK(""http://evil.example"")",')
    expect(lines[0]).toContain(",'+1,'@x,'-1,US,")
    expect((await desk.get('/operator/export.csv?q=nobody')).html.split('\r\n')).toHaveLength(2)
  })

  verifies('queue.export-zip', async () => {
    const [one = '', two = ''] = await desk.order(2)
    const query = new URLSearchParams([
      ['pick', one],
      ['pick', `${two}:2`],
    ])
    const { response } = await desk.get(`/operator/files.zip?${query}`)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const archive = Buffer.from(await response.arrayBuffer())
    const { CUBE } = await import('../../../testing/people/submit.ts')
    const file = Buffer.from(CUBE.bytes)
    // By APPNOTE 4.3: a header of 30 bytes and a name before each stored file, the directory, and its end record of
    // 22 bytes.
    const name = Buffer.from(`${one}_cube.stl`)
    expect(archive.readUInt32LE(0)).toBe(0x04034b50)
    expect(archive.subarray(30, 30 + name.length)).toEqual(name)
    expect(archive.subarray(30 + name.length, 30 + name.length + file.length)).toEqual(file)
    expect(archive.readUInt16LE(archive.length - 12)).toBe(2)
    expect(await unzipped(archive)).toEqual([`${one}_cube.stl`, `${two}_cube.stl`])
    expect((await desk.get('/operator/files.zip')).html).toContain('No orders are selected.')
    await service.db
      .updateTable('orders')
      .set({ file_size_bytes: 2000 * 1024 * 1024 + 1 })
      .where('code', '=', two)
      .execute()
    const { status, html } = await desk.get(`/operator/files.zip?pick=${two}`)
    expect([
      status,
      html.includes('1 file, 2001 MB. An archive holds up to 500 files and 2000 MB'),
    ]).toEqual([413, true])
  })

  verifies('queue.slips', async () => {
    const [one = '', two = ''] = await desk.order(2, { note: 'Gift: no invoice.', quantity: '3' })
    const { html } = await desk.get(`/operator/slips?pick=${one}&pick=${two}:2`)
    expect(html.match(/<article class="slip"/g)).toHaveLength(2)
    for (const text of [one, two, 'Gift: no invoice.', '1 Main Street', 'cube.stl', '>3<']) {
      expect(html).toContain(text)
    }
    expect(html).not.toContain('$')
    expect((await desk.get('/operator/slips')).status).toBe(400)
  })
})

/** Returns the names in an archive as Info-ZIP tests and lists them; skipped where Info-ZIP is not installed. */
async function unzipped(archive: Uint8Array): Promise<readonly string[]> {
  const path = `${service.stateDir}/files.zip`
  await Bun.write(path, archive)
  const { exitCode, stdout } = Bun.spawnSync(['unzip', '-t', path])
  expect(exitCode).toBe(0)
  return [...stdout.toString().matchAll(/testing: (\S+)\s+OK/g)].map(([, name]) => name ?? '')
}
