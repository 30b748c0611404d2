// Plain HTML forms: reads their fields and redirects the browser.
import { ok, type Result } from '../../domain/base/result.ts'
import { readText } from './body.ts'
import { appendCookies } from './cookies.ts'
import type { BodyFailure } from './failure.ts'

/** Far above every field's maximum, so that the page can name the field and its maximum. */
export const maxFormBytes = 256 * 1024
const formType = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Whether a browser's form sent the request. The response is then a page or a redirect instead of JSON. */
export function isForm(request: Request): boolean {
  return formType.test(request.headers.get('content-type') ?? '')
}

/** Reads the fields of a form as strings. Returns '' for an absent field or a body that is not a form. */
export async function readForm(request: Request): Promise<(name: string) => string> {
  const text = await readText(request, maxFormBytes)
  const fields = new URLSearchParams(text.ok ? text.value : '')
  return (name) => fields.get(name) ?? ''
}

/** Reads all fields of a form, including repeated names. Refuses bodies beyond `limitBytes`. */
export async function readFields(
  request: Request,
  limitBytes: number,
): Promise<Result<URLSearchParams, BodyFailure>> {
  const text = await readText(request, limitBytes)
  return text.ok ? ok(new URLSearchParams(text.value)) : text
}

/** Returns a 303: the browser follows with a GET. */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  appendCookies(headers, cookies)
  return new Response(null, { status: 303, headers })
}

/** Returns a 307: the browser posts the same form to the location. */
export function repeatPost(location: string): Response {
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } })
}
