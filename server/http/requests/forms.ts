// Plain HTML forms: reading their fields, and redirecting the browser.
import { ok, type Result } from '../../domain/base/result.ts'
import { readText } from './body.ts'
import { appendCookies } from './cookies.ts'
import type { BodyFailure } from './failure.ts'

/** Far more than any field may have, so that the page can name the field and its maximum. */
export const maxFormBytes = 256 * 1024
const formType = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Whether a browser's form sent the request, so that the response is a page or a redirect and not JSON. */
export function isForm(request: Request): boolean {
  return formType.test(request.headers.get('content-type') ?? '')
}

/** The fields of a form, each a string; '' for a field that was not sent or a body that is not a form. */
export async function readForm(request: Request): Promise<(name: string) => string> {
  const text = await readText(request, maxFormBytes)
  const fields = new URLSearchParams(text.ok ? text.value : '')
  return (name) => fields.get(name) ?? ''
}

/** All fields of a form, of which several may have one name; refused beyond `limitBytes`. */
export async function readFields(
  request: Request,
  limitBytes: number,
): Promise<Result<URLSearchParams, BodyFailure>> {
  const text = await readText(request, limitBytes)
  return text.ok ? ok(new URLSearchParams(text.value)) : text
}

/** 303: the browser follows with a GET. */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  appendCookies(headers, cookies)
  return new Response(null, { status: 303, headers })
}

/** 307: the browser posts the same form there. */
export function repeatPost(location: string): Response {
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } })
}
