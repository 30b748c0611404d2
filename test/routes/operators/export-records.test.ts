// Exports of customers' data from the desk: each is recorded with the account that made it, for operators and
// viewers, at every interface.
import { expect, test } from 'bun:test'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const viewerEmail = 'viewer@example.com'
const service = useService({ env: { VIEWER_EMAILS: viewerEmail } })
const people = use(async () => ({
  operator: await openDesk(service, OPERATOR_EMAIL),
  viewer: await openDesk(service, viewerEmail),
}))

const recorded = () =>
  service.db
    .selectFrom('operator_actions')
    .select(['by', 'kind', 'subject', 'detail'])
    .orderBy('at')
    .execute()

verifies('queue.exports-recorded', async () => {
  const [one = '', two = ''] = await people.operator.order(2, { city: 'Springfield' })
  for (const [email, desk] of [
    [OPERATOR_EMAIL, people.operator],
    [viewerEmail, people.viewer],
  ] as const) {
    await service.db.deleteFrom('operator_actions').execute()
    const taken = [
      await desk.get('/operator/export.csv?q=Springfield'),
      await desk.get(`/operator/slips?pick=${one}&pick=${two}`),
      await desk.get(`/operator/files.zip?pick=${two}`),
    ]
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(taken[0]?.html).toContain('Springfield')
    const both = { codes: expect.arrayContaining([one, two]) }
    expect(await recorded()).toEqual([
      {
        by: email,
        kind: 'orders_exported',
        subject: 'orders of a filter',
        detail: expect.objectContaining({ text: 'Springfield', status: null }),
      },
      { by: email, kind: 'slips_opened', subject: '2 orders', detail: both },
      { by: email, kind: 'files_exported', subject: two, detail: { codes: [two] } },
    ])
  }
})

test('a selection is exported by operators, and recorded by its codes', async () => {
  const [one = '', two = ''] = await people.operator.order(2)
  await service.db.deleteFrom('operator_actions').execute()
  const fields = [
    ['pick', `${one}:2`],
    ['pick', `${two}:2`],
  ] as const
  expect((await people.viewer.post('/operator/export.csv', fields)).status).toBe(403)
  expect(await recorded()).toEqual([])
  const { status, html } = await people.operator.post('/operator/export.csv', fields)
  expect([status, html.includes(one), html.includes(two)]).toEqual([200, true, true])
  expect(await recorded()).toEqual([
    {
      by: OPERATOR_EMAIL,
      kind: 'orders_exported',
      subject: '2 orders',
      detail: { codes: expect.arrayContaining([one, two]) },
    },
  ])
})

test('a refused export is not recorded, and one that cannot be recorded is not sent', async () => {
  const [code = ''] = await people.operator.order(1)
  await service.db.deleteFrom('operator_actions').execute()
  const refused = ['/operator/slips', '/operator/files.zip', '/operator/export.csv?q=%00']
  for (const path of refused) expect((await people.operator.get(path)).status).toBe(400)
  expect(await recorded()).toEqual([])
  service.replace({
    operatorActions: { record: () => Promise.reject(new Error('not written')) },
  })
  const paths = [
    '/operator/export.csv',
    `/operator/slips?pick=${code}`,
    `/operator/files.zip?pick=${code}`,
  ]
  for (const path of paths) {
    const { status, html } = await people.operator.get(path)
    expect([path, status, html.includes('1 Main Street')]).toEqual([path, 500, false])
  }
})

test('the settings page lists it with the account', async () => {
  await service.db.deleteFrom('operator_actions').execute()
  await people.viewer.get('/operator/export.csv')
  const { html } = await people.operator.get('/operator/settings')
  expect(html).toMatch(/Exported orders[\s\S]{0,200}viewer@example\.com/)
})
