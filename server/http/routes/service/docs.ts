// /openapi.json, /docs and /llms.txt: the description of the service for programs, people and language models, made once.
import { Elysia } from 'elysia'
import { referencePage } from '../../../pages/reference/reference.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { buildDocument } from '../../openapi/document.ts'
import { llmsText } from '../../openapi/llms-text.ts'
import { referenceOf } from '../../openapi/reference.ts'
import { isUnchanged } from '../../responses/etags.ts'

export const docs = ({ deps }: HttpContext) => {
  const document = buildDocument(deps.baseUrl)
  const json = keep(Promise.resolve(Response.json(document)))
  const plainText = { headers: { 'content-type': 'text/plain; charset=utf-8' } }
  const words = keep(Promise.resolve(new Response(llmsText(deps.baseUrl), plainText)))
  const page = keep(referencePage(referenceOf(document)))
  return new Elysia()
    .get('/openapi.json', async ({ request }) => (await json)(request))
    .get('/llms.txt', async ({ request }) => (await words)(request))
    .get('/docs', async ({ request }) => (await page)(request), { detail: { hide: true } })
}

/** Answers the same bytes to everybody; a browser that has them is told so. */
async function keep(response: Promise<Response>): Promise<(request: Request) => Response> {
  const answer = await response
  const body = await answer.bytes()
  const digest = new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 16)
  const etag = `"${digest}"`
  const headers = new Headers(answer.headers)
  headers.set('etag', etag)
  headers.set('cache-control', 'no-cache')
  return (request) =>
    isUnchanged(request, etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers })
}
