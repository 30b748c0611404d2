// A deprecated route is marked in its responses and in the document.
import { expect } from 'bun:test'
import * as v from 'valibot'
import { ok } from '../../../server/domain/base/result.ts'
import { anyone } from '../../../server/http/middleware/access.ts'
import { mountRoutes } from '../../../server/http/middleware/mount-routes.ts'
import { route } from '../../../server/http/middleware/route.ts'
import { operationOf } from '../../../server/http/openapi/operation.ts'
import { createSchemaTable } from '../../../server/http/openapi/schema-table.ts'
import { operation } from '../../../testing/service/api-document.ts'
import { verifies } from '../../helpers/verifies.ts'

const old = route({
  method: 'GET',
  path: '/api/old',
  id: 'readOld',
  tag: 'Service',
  summary: 'Read what is going to be removed',
  deprecated: { since: '2023-06-30', sunset: '2024-06-30', successor: '/api/new' },
  access: anyone,
  response: { description: 'It.', schema: v.object({ ok: v.literal(true) }) },
  handler: async function readOld(_context: unknown) {
    return ok({ ok: true as const })
  },
})

verifies('http.deprecation', async () => {
  const { headers } = await mountRoutes({}, [old]).handle(new Request('http://localhost/api/old'))
  // 2023-06-30 00:00:00 UTC in seconds, and 2024-06-30 in the HTTP date format.
  expect(headers.get('deprecation')).toBe('@1688083200')
  expect(headers.get('sunset')).toBe('Sun, 30 Jun 2024 00:00:00 GMT')
  expect(headers.get('link')).toBe('</api/new>; rel="successor-version"')
  const { contract } = old
  if (contract === null) throw new Error('the route has no contract')
  const described = operationOf(contract, createSchemaTable())
  expect(described.deprecated).toBe(true)
  const response = described.responses[200]
  const names = response !== undefined && 'headers' in response ? response.headers : {}
  expect(Object.keys(names ?? {})).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
  )
  expect(operation('POST /api/webhook').deprecated).toBe(true)
})
