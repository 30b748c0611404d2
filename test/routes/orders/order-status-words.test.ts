// Every interface uses the same words for each status: the order page, the tools and the read.
import { expect, test } from 'bun:test'
import type { OrderStatus } from '../../../server/domain/orders/record/status.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const words: [OrderStatus, label: string, line: string][] = [
  [
    'PENDING_PAYMENT',
    'Awaiting payment',
    'The order is saved and waits for its payment; nothing is printed before that.',
  ],
  ['RECEIVED', 'Received — in review', 'The order is paid and the farm is reviewing it.'],
  [
    'ACCEPTED',
    'Accepted — queued to print',
    'The farm accepted the order; it waits for a printer.',
  ],
  [
    'PRINTING',
    'Printing',
    'The farm is printing the order: its parts are on a printer or wait for one.',
  ],
  ['PRINTED', 'Printed — preparing to ship', 'The print is finished and is being packed.'],
  ['SHIPPED', 'Shipped', 'The parcel is with the carrier. It was shipped without tracking.'],
  ['DELIVERED', 'Delivered', 'The parcel was delivered. It was shipped without tracking.'],
  ['CANCELLED', 'Cancelled', 'The order was cancelled; it will not be printed.'],
  // contract.md 2.2: "farm declined the job, usually an unprintable file".
  ['REJECTED', 'Rejected', 'The farm declined the job, usually because of an unprintable file.'],
]

test.each(words)('%s', async (status, label, line) => {
  const account = await service.account()
  const { code } = await placed(submit(service, account, { fields: { email: 'a@example.com' } }))
  await service.db
    .updateTable('orders')
    .set({ status, due_at: null })
    .where('code', '=', code)
    .execute()
  const page = await (await service.fetch(`/orders/${code}`)).text()
  expect(page).toContain(`<h1>${label}</h1>`)
  expect(page).toContain(`<p class="lead">${line}</p>`)
  const tracked = await resultOf(
    callTool(service, account, 'track_order', { order_code: code, email: 'a@example.com' }),
  )
  expect(tracked.fields).toMatchObject({ status, stage: label, description: line })
  const read = await resultOf(callTool(service, account, 'get_order', { code }))
  expect(read.text).toContain(`${label}. ${line}`)
  const order = await service.fetch(`/api/print/orders/${code}`, { headers: account.headers })
  expect(await order.json()).toMatchObject({ status, statusLabel: label })
  if (status === 'REJECTED') {
    expect(await (await service.fetch('/docs/reference-orders')).text()).toContain(`means: ${line}`)
  }
})
