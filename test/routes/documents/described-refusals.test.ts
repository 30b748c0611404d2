// Refusals of every endpoint with a JSON body: a body that is not JSON, and one that is too large. The test service compares each response
// with the document.
import { expect } from 'bun:test'
import { operations } from '../../../testing/service/api-document.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

/** Above every limit: the largest is that of the agent endpoint, 1 MB. */
const tooLarge = JSON.stringify({ text: 'a'.repeat(1_200_000) })
const bodies = [
  ['{', 400],
  [tooLarge, 413],
] as const

verifies('http.document-responses', 'each refuses a body as the document describes', async () => {
  const account = await service.account()
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const credentials: Readonly<Record<string, Record<string, string>>> = {
    'API key': account.headers,
    'session cookie': { cookie },
    'internal key': { 'x-internal-key': service.internalKey },
  }
  const others: unknown[] = []
  let asked = 0
  for (const [name, { requestBody, 'x-credentials': accepted }] of operations) {
    const [method = '', path = ''] = name.split(' ')
    // The signature of a processor event is checked before the event is parsed.
    if (requestBody?.content['application/json'] === undefined || path.endsWith('webhook')) continue
    const credential = accepted.find((kind) => kind in credentials) ?? ''
    const headers = { 'content-type': 'application/json', ...credentials[credential] }
    const filled = path.replaceAll(/\{\w+\}/g, '3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f')
    for (const [body, status] of bodies) {
      const response = await service.fetch(filled, { ...rawPost(body, headers), method })
      if (response.status !== status) others.push([name, status, response.status])
      asked += 1
    }
  }
  expect(asked).toBeGreaterThan(70)
  // contract.md 4.8: the background run reads the body.
  expect(others).toEqual([['POST /api/generate/start', 400, 200]])
})
