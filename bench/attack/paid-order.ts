// Places a paid order of a part that the service has not measured yet.
import { orderFields } from '../lib/order-fields.ts'
import type { RealServer } from '../lib/processes.ts'
import { cubeStl } from './files.ts'

let ordered = 0

/** Returns the milliseconds until the response. Throws when the response is not 201 and paid. */
export async function placePaidOrder({ baseUrl, demo }: RealServer): Promise<number> {
  ordered += 1
  const body = new FormData()
  for (const [name, value] of Object.entries(orderFields)) body.set(name, value)
  body.set('file', new Blob([cubeStl(10 + ordered / 1000)]), `part${ordered}.stl`)
  const startedAt = performance.now()
  const response = await fetch(`${baseUrl}/api/print/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.apiKey}` },
    body,
  })
  const text = await response.text()
  const tookMs = performance.now() - startedAt
  const paid = response.status === 201 && /"paid":\s*true/.test(text)
  if (!paid) throw new Error(`a paid order got ${response.status}: ${text.slice(0, 300)}`)
  return tookMs
}
