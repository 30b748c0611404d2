// Calls the tools of the agent endpoint (docs/contract.md 5), which give firm prices and place quoted orders.
import * as v from 'valibot'
import { backoffMs, isUnsent, pause, startDeadline } from '../../../typescript/src/shared.ts'
import { CliError, exitCodes } from '../terminal/exit-codes.ts'
import type { Fetch } from './fetch.ts'
import { unreachable } from './unreachable.ts'

const protocol = '2026-07-28'

/** `refused`: the tool's sentence and its code. `lost`: no response, or one that does not say what became of the call. */
export type ToolOutcome =
  | { readonly kind: 'fields'; readonly fields: unknown; readonly text: string }
  | {
      readonly kind: 'refused'
      readonly text: string
      /** What to do. */
      readonly code: RefusalCode
      /** Why, as X-Error-Code has it; null from a service that sends none. */
      readonly errorCode: string | null
    }
  | { readonly kind: 'lost'; readonly reason: string; readonly wasSent: boolean }

export type CallTool = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  timeoutMs: number,
) => Promise<ToolOutcome>

const codeKey = 'com.svc/code'
const errorCodeKey = 'com.svc/error_code'
/** mcp/content.ts says what they mean. A code of a newer service counts as `refused`. */
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

/** `key` is null where there is none: the public tools work without. */
export function createToolCaller(baseUrl: string, key: string | null, send: Fetch): CallTool {
  let id = 0
  return async (name, args, timeoutMs) => {
    id += 1
    const deadline = startDeadline(timeoutMs)
    const request = {
      method: 'POST',
      signal: deadline.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': protocol,
        'mcp-method': 'tools/call',
        'mcp-name': name,
        // Pictures are for models; this program shows none of these.
        'x-pictures': 'off',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(bodyOf(id, name, args)),
    }
    let response: Response
    let body: unknown
    try {
      response = await send(`${baseUrl}/api/mcp`, request)
      body = JSON.parse(await response.text())
    } catch (error) {
      return { kind: 'lost', reason: reasonOf(error, baseUrl), wasSent: !isUnsent(error) }
    } finally {
      deadline.release()
    }
    return outcomeOf(response, body)
  }
}

/** As often as the client repeats a request. */
export const retries = 5

/** For tools that change and spend nothing: a call whose response was lost is sent again, with the client's pauses. */
export const createRepeatingCaller =
  (callTool: CallTool, random: () => number = Math.random, sleep = pause): CallTool =>
  async (name, args, timeoutMs) => {
    const endsAt = Date.now() + timeoutMs
    for (let retry = 0; ; retry += 1) {
      const outcome = await callTool(name, args, Math.max(1, endsAt - Date.now()))
      const pauseMs = backoffMs(retry, random())
      const isLast = retry === retries || Date.now() + pauseMs >= endsAt
      if (outcome.kind !== 'lost' || isLast) return outcome
      await sleep(pauseMs, undefined)
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
    return { kind: 'lost', reason: `The service returned status ${status}.`, wasSent: true }
  }
  const error = v.safeParse(failed, body)
  if (!error.success) {
    return {
      kind: 'lost',
      reason: `The response, of status ${status}, is not that of a print farm.`,
      wasSent: true,
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

/** What people type in place of each tool that the service's sentences name. */
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

/** Says also that the quote never became an order: the service looks for one first. */
export class QuoteExpired extends CliError {}

/** The error of a call that changed nothing. */
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
  'The service does not accept this key: it was replaced or revoked, or is that of another service. svc keys shows which one is used. ' +
  'Issue one on the account page, and store it with svc login or set SVC_API_KEY.'
