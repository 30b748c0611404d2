// Submits one order over REST. Throws unless it was charged.
import { orderFields } from '../lib/order-fields.ts'
import type { Demo } from '../lib/processes.ts'

export async function submit(
  server: { baseUrl: string; demo: Pick<Demo, 'apiKey'> },
  { file, fileName }: { file: Uint8Array<ArrayBuffer> | Blob; fileName: string },
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(orderFields)) form.set(name, value)
  form.set('file', file instanceof Blob ? file : new Blob([file]), fileName)
  const response = await fetch(`${server.baseUrl}/api/print/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.demo.apiKey}` },
    body: form,
  })
  const body = await response.json()
  if (response.status !== 201 || body.paid !== true) {
    throw new Error(`submit returned ${response.status}: ${JSON.stringify(body)}`)
  }
  return { response, body: body as { code: string; estimatedCost: number } }
}
