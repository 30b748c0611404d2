// Calls the tools of the agent endpoint (docs/contract.md 5), which give firm prices and place quoted orders.
import * as v from 'valibot'
import type { Retry } from '../../../typescript/src/index.ts'
import {
  backoffMs,
  isRefused,
  isUnsent,
  pause,
  restartPauseMs,
  startDeadline,
} from '../../../typescript/src/shared.ts'
import { CliError, exitCodes } from '../terminal/exit-codes.ts'
import type { Fetch } from './fetch.ts'
import { unreachable } from './unreachable.ts'

const protocol = '2026-07-28'

const toolsPath = '/api/mcp'

/** `refused`: the tool's sentence and its code. `lost`: no response, or a response that leaves the outcome unknown. */
export type ToolOutcome =
  | { readonly kind: 'fields'; readonly fields: unknown; readonly text: string }
  | {
      readonly kind: 'refused'
      readonly text: string
      /** What to do next. */
      readonly code: RefusalCode
      /** Reason, as in X-Error-Code. null from a service that sends none. */
      readonly errorCode: string | null
    }
  | {
      readonly kind: 'lost'
      readonly reason: string
      readonly wasSent: boolean
      /** Whether nothing listened at the address, as during a restart of the service. */
      readonly wasRefused: boolean
      /** HTTP status of the response. null if the connection failed. */
      readonly status: number | null
    }

export type CallTool = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  timeoutMs: number,
  /** Aborts the call. Its outcome is then `lost`. */
  signal?: AbortSignal,
) => Promise<ToolOutcome>

const codeKey = 'com.svc/code'
const errorCodeKey = 'com.svc/error_code'
/** See mcp/content.ts for their meaning. A code of a newer service is treated as `refused`. */
const refusalCodes = [
  'api_key_required',
  'try_again',
  'quote_expired',
  'unconfirmed',
  'refused',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

const reply = v.object({
  result: v.object({
    isError: v.optional(v.boolean(), false),
    content: v.array(v.looseObject({ type: v.string(), text: v.optional(v.string()) })),
    structuredContent: v.optional(v.unknown()),
    _meta: v.optional(
      v.object({
        [codeKey]: v.fallback(v.picklist(refusalCodes), 'refused'),
        [errorCodeKey]: v.optional(v.string()),
      }),
    ),
  }),
})

const failed = v.object({ error: v.union([v.string(), v.object({ message: v.string() })]) })

/** Creates a caller. `key` is null if there is none, which is sufficient for the public tools. */
export function createToolCaller(baseUrl: string, key: string | null, send: Fetch): CallTool {
  let id = 0
  return async (name, args, timeoutMs, signal) => {
    id += 1
    const deadline = startDeadline(timeoutMs, signal)
    const request = {
      method: 'POST',
      signal: deadline.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': protocol,
        'mcp-method': 'tools/call',
        'mcp-name': name,
        // Pictures are for models, and this program shows none.
        'x-pictures': 'off',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(bodyOf(id, name, args)),
    }
    let response: Response
    let body: unknown
    try {
      response = await send(`${baseUrl}${toolsPath}`, request)
      body = JSON.parse(await response.text())
    } catch (error) {
      return {
        kind: 'lost',
        reason: reasonOf(error, baseUrl),
        wasSent: !isUnsent(error),
        wasRefused: isRefused(error),
        status: null,
      }
    } finally {
      deadline.release()
    }
    return outcomeOf(response, body)
  }
}

/** Same number of retries as in the client. */
export const maxRetries = 5

type Repeating = {
  /** Runs before each pause. */
  readonly onRetry?: ((retry: Retry) => void) | undefined
  readonly random?: () => number
  readonly sleep?: typeof pause
  readonly now?: () => number
}

/**
 * Creates a caller for tools that change and spend nothing. It repeats a call whose response was lost, with the
 * client's pauses.
 */
export const createRepeatingCaller =
  (
    callTool: CallTool,
    { onRetry, random = Math.random, sleep = pause, now = Date.now }: Repeating = {},
  ): CallTool =>
  async (name, args, timeoutMs, signal) => {
    const endsAt = now() + timeoutMs
    for (let retry = 0; ; retry += 1) {
      const outcome = await callTool(name, args, Math.max(1, endsAt - now()), signal)
      if (outcome.kind !== 'lost') return outcome
      const pauseMs = (outcome.wasRefused ? restartPauseMs : backoffMs)(retry, random())
      const isLast = retry === maxRetries || now() + pauseMs >= endsAt
      if (isLast || signal?.aborted === true) return outcome
      onRetry?.({ method: 'POST', path: toolsPath, status: outcome.status, pauseMs })
      await sleep(pauseMs, signal)
    }
  }

const bodyOf = (id: number, name: string, args: Readonly<Record<string, unknown>>) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: {
    name,
    arguments: args,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': protocol,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

function outcomeOf({ status, headers }: Response, body: unknown): ToolOutcome {
  const parsed = v.safeParse(reply, body)
  if (parsed.success) {
    const { isError, content, structuredContent, _meta } = parsed.output.result
    const text = content[0]?.text ?? ''
    if (!isError) return { kind: 'fields', fields: structuredContent, text }
    return {
      kind: 'refused',
      text,
      code: _meta?.[codeKey] ?? 'refused',
      errorCode: _meta?.[errorCodeKey] ?? null,
    }
  }
  if (status >= 500) {
    return {
      kind: 'lost',
      reason: `The service returned status ${status}.`,
      wasSent: true,
      wasRefused: false,
      status,
    }
  }
  const error = v.safeParse(failed, body)
  if (!error.success) {
    return {
      kind: 'lost',
      reason: `The response, of status ${status}, does not come from a print farm.`,
      wasSent: true,
      wasRefused: false,
      status,
    }
  }
  const { error: said } = error.output
  const text = typeof said === 'string' ? said : said.message
  return { kind: 'refused', text, code: 'refused', errorCode: headers.get('x-error-code') }
}

function reasonOf(error: unknown, baseUrl: string): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'The service did not respond in time.'
  }
  if (isUnsent(error)) return unreachable(baseUrl)
  return 'The connection to the service broke.'
}

/** Commands that replace the tool names in the service's sentences. */
const commandsOfTools: readonly (readonly [RegExp, string])[] = [
  [/\bquote_print\b/g, 'svc quote'],
  [/\bcreate_print_order\b/g, 'svc order'],
  [/\blist_my_orders\b/g, 'svc orders'],
  [/\b(?:get|track)_order\b/g, 'svc track'],
  [/\bgenerate_model\b/g, 'svc generate'],
  [/\bget_generation\b/g, 'svc generate --job'],
  [/\bcheck_printability\b/g, 'svc check'],
  [/\blist_materials\b/g, 'svc materials'],
]

export const withCommands = (sentence: string): string =>
  commandsOfTools.reduce((text, [tool, command]) => text.replaceAll(tool, command), sentence)

/** Also implies that the quote never became an order, because the service checks for one first. */
export class QuoteExpired extends CliError {}

/** Returns the error of a call that changed nothing. */
export function toolError(outcome: Exclude<ToolOutcome, { kind: 'fields' }>): CliError {
  if (outcome.kind === 'lost') {
    return new CliError(exitCodes.unavailable, `${outcome.reason} Nothing was charged. Try again.`)
  }
  const fields = { code: outcome.errorCode }
  switch (outcome.code) {
    case 'api_key_required':
      return new CliError(exitCodes.credentials, keyRefused, fields)
    case 'try_again':
      return new CliError(exitCodes.unavailable, withCommands(outcome.text), fields)
    case 'quote_expired':
      return new QuoteExpired(exitCodes.refused, withCommands(outcome.text), fields)
    case 'unconfirmed':
    case 'refused':
      return new CliError(exitCodes.refused, withCommands(outcome.text), fields)
  }
}

export const keyRefused =
  'The service does not accept this key: it was replaced or revoked, or belongs to another service. svc keys shows which one is used. ' +
  'Issue one on the account page, and store it with svc login or set SVC_API_KEY.'
