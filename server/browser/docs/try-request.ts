// Builds the request for a filled-in form.
import type { OperationForm } from './try-document.ts'

export type FormValues = {
  /** Values by `place:name`, such as `path:code`. */
  readonly parameters: ReadonlyMap<string, string>
  /** Secrets by the name of the security scheme. */
  readonly credentials: ReadonlyMap<string, string>
  /** Fields of a multipart body. */
  readonly fields: readonly (readonly [name: string, value: string | File])[]
  /** Body as typed. */
  readonly json: string
}

type FilledBody = { readonly type: string; readonly values: FormValues }

export function requestOf({ path, method }: OperationForm, { type, values }: FilledBody) {
  const { parameters, credentials, fields, json } = values
  const query = new URLSearchParams()
  const headers = new Headers()
  let address = path
  for (const [key, value] of parameters) {
    const [at = '', ...rest] = key.split(':')
    const name = rest.join(':')
    if (at === 'path') address = address.replaceAll(`{${name}}`, encodeURIComponent(value))
    else if (at === 'query') query.set(name, value)
    else if (at === 'header') headers.set(name, value)
  }
  const secret = credentials.get('bearer')
  if (secret !== undefined) headers.set('authorization', `Bearer ${secret}`)
  const internal = credentials.get('internalKey')
  if (internal !== undefined) headers.set('x-internal-key', internal)
  const init: RequestInit = {
    method,
    headers,
    // A key identifies an account that may differ from the signed-in one.
    credentials: credentials.size > 0 ? 'omit' : 'same-origin',
  }
  if (type === 'application/json') {
    headers.set('content-type', type)
    init.body = json
  } else if (type !== '') {
    init.body = formOf(fields)
  }
  const search = query.toString()
  return { url: search === '' ? address : `${address}?${search}`, init }
}

function formOf(fields: FormValues['fields']): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
