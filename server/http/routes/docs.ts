// /openapi.json and /docs: the description of the endpoints for programs and for people, made once.
import { Elysia } from 'elysia'
import { referencePage } from '../../pages/reference.tsx'
import type { HttpContext } from '../context.ts'
import { buildDocument } from '../openapi/document.ts'
import { referenceOf } from '../openapi/reference.ts'

export const docs = ({ deps }: HttpContext) => {
  const document = buildDocument(deps.baseUrl)
  const json = keep(Promise.resolve(Response.json(document)))
  const page = keep(referencePage(referenceOf(document)))
  return new Elysia()
    .get('/openapi.json', async ({ request }) => (await json)(request))
    .get('/docs', async ({ request }) => (await page)(request), { detail: { hide: true } })
}

/** Answers the same bytes to everybody; a browser that has them is told so. */
async function keep(response: Promise<Response>): Promise<(request: Request) => Response> {
  const answer = await response
  const body = await answer.bytes()
  const digest = new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 16)
  const headers = new Headers(answer.headers)
  headers.set('etag', `"${digest}"`)
  headers.set('cache-control', 'no-cache')
  return (request) =>
    request.headers.get('if-none-match') === `"${digest}"`
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers })
}
