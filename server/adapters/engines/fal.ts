// fal's queue: submit, status, result. A failed run also ends as COMPLETED; its result returns the error.
import * as v from 'valibot'
import type { EngineFailure } from '../../domain/generation/engine/engine.ts'
import type { ReceivedFile } from '../../domain/models/received-file.ts'
import {
  beforeCreation,
  failures,
  noteRefusal,
  refusedByPolicy,
  taskFailed,
  withUnknownOutcome,
} from './failures.ts'
import type { VendorCall } from './plan.ts'
import { planFal, planFalRetexture } from './plan-fal.ts'
import {
  type Created,
  type Products,
  type TaskReading,
  type TaskReference,
  type Uploaded,
  uploadName,
  type Vendor,
  type VendorSettings,
} from './vendor.ts'
import { createHttp, type Http, isServerFailure, type VendorResponse } from './vendor-http.ts'

const createTimeoutMs = 60_000
const readTimeoutMs = 15_000
const uploadTimeoutMs = 120_000
/** fal deletes pictures and models from its storage after an hour. */
const lifetime = JSON.stringify({ expiration_duration_seconds: 3600 })
/** In seconds. The service waits 15 minutes for an engine, so a run that starts later is useless. */
const runHeaders = {
  'x-fal-request-timeout': '900',
  'x-fal-object-lifecycle-preference': lifetime,
}
const uploadHeaders = { 'x-fal-object-lifecycle': lifetime }

/** Request ids become part of URLs, so only safe characters are accepted. */
const submitted = v.object({ request_id: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)) })
const status = v.object({ status: v.string(), queue_position: v.fallback(v.number(), 0) })
const initiated = v.object({
  upload_url: v.pipe(v.string(), v.url()),
  file_url: v.pipe(v.string(), v.url()),
})
const file = v.object({ url: v.string() })
const result = v.object({
  model_glb: v.nullish(file),
  images: v.nullish(v.array(file)),
  has_nsfw_concepts: v.nullish(v.array(v.boolean())),
})
const complaint = v.object({
  detail: v.nullish(
    v.union([
      v.string(),
      v.array(v.object({ msg: v.nullish(v.string()), type: v.nullish(v.string()) })),
    ]),
  ),
  error_type: v.nullish(v.string()),
})

export function createFal({ apiKey, apiBase, log, pause }: VendorSettings): Vendor {
  const connection: Connection = {
    base: apiBase.replace(/\/+$/, ''),
    authorization: { authorization: `Key ${apiKey}` },
    http: createHttp({ vendor: 'fal', log, ...(pause && { pause }) }),
    log,
  }
  return {
    name: 'fal',
    plan: planFal,
    planRetexture: (model, prompt) =>
      planFalRetexture('uploaded' in model ? model.uploaded : '', prompt),
    keepsModels: false,
    upload: (received, mimeType, signal) => upload(connection, received, mimeType, signal),
    create: (step, signal) => submit(connection, step, signal),
    read: (task, signal) => readTask(connection, task, signal),
    cancel: (task, signal) => cancelTask(connection, task, signal),
  }
}

/** The connection to fal with one account. */
type Connection = Pick<VendorSettings, 'log'> & {
  readonly base: string
  readonly authorization: { readonly authorization: string }
  readonly http: Http
}

async function upload(
  connection: Connection,
  { path }: Pick<ReceivedFile, 'path'>,
  mimeType: string,
  signal: AbortSignal,
): Promise<Uploaded> {
  const { base, http } = connection
  const call = '/storage/upload/initiate'
  const response = await http.read(
    {
      ...toPost(
        connection,
        { content_type: mimeType, file_name: uploadName(mimeType) },
        uploadHeaders,
      ),
      url: `${storageBase(base)}${call}?storage_type=fal-cdn-v3`,
      timeoutMs: readTimeoutMs,
    },
    signal,
  )
  const place = v.safeParse(initiated, jsonOf(response))
  if (!place.success || !isSafe(place.output.upload_url, base)) {
    return readRefusal(connection, call, response)
  }
  // The signed URL is the authorization, so no key is sent.
  const put = await http.read(
    {
      method: 'PUT',
      url: place.output.upload_url,
      headers: { 'content-type': mimeType },
      body: Bun.file(path, { type: mimeType }),
      timeoutMs: uploadTimeoutMs,
    },
    signal,
  )
  if (put.kind === 'no_response' || put.status >= 300) return readRefusal(connection, 'upload', put)
  return { kind: 'uploaded', reference: place.output.file_url }
}

async function submit(
  connection: Connection,
  { call, body }: Pick<VendorCall, 'call' | 'body'>,
  signal: AbortSignal,
): Promise<Created> {
  const response = await connection.http.create(
    {
      ...toPost(connection, body, runHeaders),
      url: `${connection.base}/${call}`,
      timeoutMs: createTimeoutMs,
    },
    (one) => one.kind === 'response' && one.status === 429,
    signal,
  )
  const made = v.safeParse(submitted, jsonOf(response))
  if (made.success) return { kind: 'created', id: made.output.request_id }
  const failure = readRefusal(connection, call, response)
  if (isServerFailure(response)) return withUnknownOutcome(failure)
  return failure.kind === 'failed' && isWrongInput(response) ? beforeCreation(failure) : failure
}

async function readTask(
  connection: Connection,
  task: TaskReference,
  signal: AbortSignal,
): Promise<TaskReading> {
  const get = (address: string) =>
    connection.http.read(
      { method: 'GET', url: address, headers: connection.authorization, timeoutMs: readTimeoutMs },
      signal,
    )
  const url = requestUrl(connection.base, task)
  const current = await get(`${url}/status`)
  const now = v.safeParse(status, jsonOf(current))
  if (!now.success) {
    // No such response (an HTML page, 404 right after the submit, 401 while a key is changed) says anything about the run.
    return { kind: 'unclear', failure: readRefusal(connection, task.call, current) }
  }
  if (now.output.status !== 'COMPLETED') {
    const { queue_position: ahead } = now.output
    const isWaiting = Number.isInteger(ahead) && ahead > 0
    return { kind: 'running', percent: null, ...(isWaiting && { ahead }) }
  }
  const response = await get(url)
  const made = v.safeParse(result, jsonOf(response))
  if (made.success) return toReading(made.output, task.id)
  // An error with a type is the outcome of the run, regardless of the HTTP status.
  const failure = readRefusal(connection, task.call, response)
  return isOutcome(response) ? failure : { kind: 'unclear', failure }
}

async function cancelTask(
  connection: Connection,
  task: TaskReference,
  signal: AbortSignal,
): Promise<boolean> {
  const url = `${requestUrl(connection.base, task)}/cancel`
  const { authorization: headers } = connection
  const response = await connection.http.read(
    { method: 'PUT', url, headers, timeoutMs: readTimeoutMs },
    signal,
  )
  return response.kind === 'response' && response.status < 300
}

/** Returns the request without its URL. */
const toPost = (
  { authorization }: Connection,
  body: object,
  more: Readonly<Record<string, string>>,
) =>
  ({
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  }) as const

function readRefusal({ log }: Connection, call: string, response: VendorResponse): EngineFailure {
  if (response.kind === 'no_response') return failures.noResponse
  const said = complaintOf(response)
  const requestId = response.headers.get('x-fal-request-id')
  const failure = failureOf(response.status, said)
  noteRefusal(log, failure, { vendor: 'fal', call, status: response.status, requestId, ...said })
  return failure
}

/** Returns the URL of a request. It contains only owner and name; the rest of the endpoint is dropped. */
function requestUrl(base: string, { call, id }: TaskReference): string {
  return `${base}/${call.split('/').slice(0, 2).join('/')}/requests/${id}`
}

/** Files are sent to a different host from requests. A stand-in for fal serves both. */
const storageBase = (base: string): string =>
  new URL(base).hostname === 'queue.fal.run' ? 'https://rest.fal.ai' : base

/** Nothing is sent unencrypted, except to a stand-in whose URL is http. */
const isSafe = (url: string, base: string): boolean =>
  new URL(url).protocol === 'https:' || new URL(base).protocol === 'http:'

function jsonOf(response: VendorResponse): unknown {
  return response.kind === 'response' && response.status < 300 ? response.json : undefined
}

/** Whether the response is the model's verdict: an error with a type, or a rejected input. */
function isOutcome(response: VendorResponse): boolean {
  if (response.kind === 'no_response') return false
  return complaintOf(response).type !== null || isWrongInput(response)
}

/** Whether the vendor rejected the input with an error in its documented form. */
const isWrongInput = (response: VendorResponse): boolean =>
  response.kind === 'response' &&
  (response.status === 400 || response.status === 422) &&
  complaintOf(response).said !== null

function toReading(
  { model_glb, images, has_nsfw_concepts }: v.InferOutput<typeof result>,
  id: string,
): TaskReading {
  if (has_nsfw_concepts?.includes(true)) return refusedByPolicy(null)
  const picture = images?.[0]?.url
  const products: Products = {
    task: id,
    ...(model_glb ? { model: model_glb.url } : {}),
    ...(picture === undefined ? {} : { picture }),
  }
  return { kind: 'done', products }
}

type Complaint = { readonly type: string | null; readonly said: string | null }

function complaintOf(response: VendorResponse): Complaint {
  if (response.kind === 'no_response') return { type: null, said: null }
  const type = response.headers.get('x-fal-error-type')
  const read = v.safeParse(complaint, response.json)
  if (!read.success) return { type, said: null }
  const { detail, error_type } = read.output
  if (typeof detail === 'string') return { type: error_type ?? type, said: detail }
  const first = detail?.[0]
  return { type: first?.type ?? error_type ?? type, said: first?.msg ?? null }
}

const policyTypes = new Set(['nsfw', 'content_policy_violation', 'content_policy'])
const accountTrouble = /balance|locked|credit|billing/i

function failureOf(httpStatus: number, { type, said }: Complaint): EngineFailure {
  if (type !== null && policyTypes.has(type)) return refusedByPolicy(said)
  if (httpStatus === 402 || (httpStatus === 403 && accountTrouble.test(said ?? ''))) {
    return failures.noCredit
  }
  switch (httpStatus) {
    case 401:
    case 403:
      return failures.refusedAccess
    case 404:
      return failures.unknownModel
    case 429:
      return failures.busy
    case 400:
    case 422:
      return taskFailed(said)
  }
  if (type?.endsWith('_timeout')) return failures.noResponse
  return failures.broken
}
