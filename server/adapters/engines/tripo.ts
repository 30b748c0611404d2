// Tripo's API v3: an envelope {code, data} around every response, no idempotency keys, and links that expire within minutes.
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { EngineFailure } from '../../domain/generation/engine/engine.ts'
import type { ReceivedFile } from '../../domain/models/received-file.ts'
import {
  failures,
  noteRefusal,
  refusedByPolicy,
  taskFailed,
  withUnknownOutcome,
} from './failures.ts'
import type { VendorCall } from './plan.ts'
import { planTripo, planTripoRetexture } from './plan-tripo.ts'
import { failureOf } from './tripo-codes.ts'
import {
  type Created,
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

/** Task ids become part of URLs, so only safe characters are accepted. */
const taskId = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/))
const createdData = v.object({ task_id: taskId })
const uploadedData = v.object({ file_token: v.pipe(v.string(), v.minLength(1)) })
/** `frozen` is what running tasks have reserved; `balance` already excludes it. Negative means that the account is overdrawn. */
const balanceData = v.object({ balance: v.pipe(v.number(), v.finite()) })
const link = v.union([
  v.string(),
  v.pipe(
    v.object({ url: v.string() }),
    v.transform(({ url }) => url),
  ),
])
const taskData = v.object({
  status: v.string(),
  progress: v.nullish(v.number()),
  error_code: v.nullish(v.number()),
  error_msg: v.nullish(v.string()),
  error_message: v.nullish(v.string()),
  output: v.nullish(
    v.object({
      model_url: v.nullish(link),
      pbr_model: v.nullish(link),
      model: v.nullish(link),
      base_model: v.nullish(link),
    }),
  ),
})
type TaskData = v.InferOutput<typeof taskData>

const envelope = v.object({
  code: v.nullish(v.number()),
  status: v.nullish(v.unknown()),
  message: v.nullish(v.string()),
  data: v.nullish(v.unknown()),
})

/** Reading of a response's envelope. An error code takes precedence over the HTTP status. */
type Reading =
  | { readonly kind: 'data'; readonly data: unknown }
  | {
      readonly kind: 'error'
      readonly status: number
      readonly code: number | null
      readonly message: string | null
    }
  | { readonly kind: 'no_response' }

export function createTripo({ apiKey, apiBase, log, pause }: VendorSettings): Vendor {
  const connection: Connection = {
    base: apiBase.replace(/\/+$/, ''),
    headers: () => ({ authorization: `Bearer ${apiKey}`, 'x-tripo-trace-id': randomUUID() }),
    http: createHttp({ vendor: 'tripo', log, ...(pause && { pause }) }),
    log,
  }
  return {
    name: 'tripo',
    plan: planTripo,
    planRetexture: (model, prompt) =>
      planTripoRetexture('origin' in model ? model : { file: model.uploaded }, prompt),
    keepsModels: true,
    upload: (file, mimeType, signal) => upload(connection, file, mimeType, signal),
    create: (step, signal) => create(connection, step, signal),
    read: (task, signal) => readTask(connection, task, signal),
    balance: (signal) => readBalance(connection, signal),
  }
}

/** The connection to Tripo with one account. */
type Connection = Pick<VendorSettings, 'log'> & {
  readonly base: string
  readonly headers: () => Readonly<Record<string, string>>
  readonly http: Http
}

async function upload(
  connection: Connection,
  { path }: Pick<ReceivedFile, 'path'>,
  mimeType: string,
  signal: AbortSignal,
): Promise<Uploaded> {
  const body = new FormData()
  body.set('file', Bun.file(path, { type: mimeType }), uploadName(mimeType))
  const call = '/v3/files'
  const url = `${connection.base}${call}`
  const response = await connection.http.read(
    { method: 'POST', url, headers: connection.headers(), body, timeoutMs: uploadTimeoutMs },
    signal,
  )
  const uploaded = v.safeParse(uploadedData, dataOf(response))
  if (!uploaded.success) return readRefusal(connection, call, response)
  return { kind: 'uploaded', reference: uploaded.output.file_token }
}

async function create(
  connection: Connection,
  { call, body }: Pick<VendorCall, 'call' | 'body'>,
  signal: AbortSignal,
): Promise<Created> {
  const response = await connection.http.create(
    {
      method: 'POST',
      url: `${connection.base}${call}`,
      headers: { ...connection.headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: createTimeoutMs,
    },
    isRateLimited,
    signal,
  )
  const made = v.safeParse(createdData, dataOf(response))
  if (made.success) return { kind: 'created', id: made.output.task_id }
  const failure = readRefusal(connection, call, response)
  return isServerFailure(response) ? withUnknownOutcome(failure) : refusal(response, failure)
}

async function readTask(
  connection: Connection,
  { call, id }: TaskReference,
  signal: AbortSignal,
): Promise<TaskReading> {
  const url = `${connection.base}/v3/tasks/${id}`
  const response = await connection.http.read(
    { method: 'GET', url, headers: connection.headers(), timeoutMs: readTimeoutMs },
    signal,
  )
  const task = v.safeParse(taskData, dataOf(response))
  if (task.success) return toReading(task.output, id)
  // No such response says anything about the task.
  return { kind: 'unclear', failure: readRefusal(connection, call, response) }
}

async function readBalance(connection: Connection, signal: AbortSignal): Promise<number | null> {
  const call = '/v3/account/balance'
  const url = `${connection.base}${call}`
  const response = await connection.http.read(
    { method: 'GET', url, headers: connection.headers(), timeoutMs: readTimeoutMs },
    signal,
  )
  const read = v.safeParse(balanceData, dataOf(response))
  if (read.success) return read.output.balance
  readRefusal(connection, call, response)
  return null
}

function readRefusal({ log }: Connection, call: string, response: VendorResponse): EngineFailure {
  const reading = readEnvelope(response)
  if (reading.kind === 'no_response') return failures.noResponse
  const { status = null, code = null, message = null } = reading.kind === 'error' ? reading : {}
  const trace = response.kind === 'response' ? response.headers.get('x-tripo-trace-id') : null
  const failure = failureOf(status, code, message)
  noteRefusal(log, failure, { vendor: 'tripo', call, status, code, said: message, trace })
  return failure
}

function readEnvelope(response: VendorResponse): Reading {
  if (response.kind === 'no_response') return response
  const { status, json } = response
  const read = v.safeParse(envelope, json)
  if (!read.success) return { kind: 'error', status, code: null, message: null }
  const { code = null, message = null, data } = read.output
  const isError = status >= 300 || (code !== null && code !== 0) || read.output.status === 'error'
  return isError ? { kind: 'error', status, code, message } : { kind: 'data', data }
}

function dataOf(response: VendorResponse): unknown {
  const reading = readEnvelope(response)
  return reading.kind === 'data' ? reading.data : undefined
}

/** 2000: too many parallel tasks. Nothing was created. */
function isRateLimited(response: VendorResponse): boolean {
  const reading = readEnvelope(response)
  return reading.kind === 'error' && (reading.status === 429 || reading.code === 2000)
}

function refusal(response: VendorResponse, failure: EngineFailure): Created {
  const reading = readEnvelope(response)
  const code = reading.kind === 'error' ? reading.code : null
  if (code === 1004) return { kind: 'refused', why: 'bad_value', failure }
  if (code === 2001 || code === 2002 || code === 2006 || code === 2007) {
    return { kind: 'refused', why: 'gone', failure }
  }
  return failure
}

function toReading(task: TaskData, id: string): TaskReading {
  const reason = task.error_msg ?? task.error_message ?? null
  switch (task.status) {
    case 'queued':
    case 'running':
    // An error of the vendor's system, not of the task.
    case 'unknown':
      return { kind: 'running', percent: percentOf(task.progress) }
    case 'success': {
      const { model_url, pbr_model, model, base_model } = task.output ?? {}
      const url = model_url ?? pbr_model ?? model ?? base_model
      return url
        ? { kind: 'done', products: { task: id, model: url } }
        : { kind: 'done', products: { task: id } }
    }
    case 'banned':
      return refusedByPolicy(reason)
    default:
      return task.error_code ? failureOf(null, task.error_code, reason) : taskFailed(reason)
  }
}

/** Returns null when the progress is missing or not a percentage. */
const percentOf = (progress: number | null | undefined): number | null =>
  typeof progress === 'number' && progress >= 0 && progress <= 100 ? Math.round(progress) : null
