// Compares the Mcp-* headers with the body. They are required in the modern era, and compared in every era.
import type { Era } from './era.ts'
import { codes, type Message, type RpcError } from './json-rpc.ts'

/** Parameter that Mcp-Name repeats, by method. Other methods have no subject. */
const subjects: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/** Returns the fault, or null. A notification need not send these headers. `version` is MCP-Protocol-Version. */
export function headerFault(
  message: Message,
  era: Era,
  version: string | null,
  headers: Headers,
): RpcError | null {
  const { method, params } = message
  const subject = subjects.get(method)
  const required = era.kind === 'modern' && message.id !== undefined
  const sentMethod = headers.get('mcp-method')
  const sentName = subject === undefined ? null : headers.get('mcp-name')
  if (required) {
    if (version === null) return refuseMissing('MCP-Protocol-Version', era.version)
    if (sentMethod === null) return refuseMissing('Mcp-Method', method)
    if (subject !== undefined && sentName === null) {
      return refuseMissing('Mcp-Name', `params.${subject}`)
    }
  }
  if (sentMethod !== null && sentMethod !== method) {
    return mismatch('Mcp-Method', sentMethod, 'the method', method)
  }
  if (subject === undefined || sentName === null) return null
  const name = decodeHeader(sentName)
  if (name === null) {
    return fault('The header Mcp-Name is not valid Base64 of UTF-8 between =?base64? and ?=.')
  }
  const value = params[subject]
  return name === value ? null : mismatch('Mcp-Name', name, `params.${subject}`, value)
}

const wrapped = /^=\?base64\?(.*)\?=$/s
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes non-ASCII text, which arrives as Base64 of its UTF-8 between markers. Returns null if it is malformed. */
export function decodeHeader(value: string): string | null {
  const encoded = wrapped.exec(value)?.[1]
  if (encoded === undefined) return value
  const bytes = Buffer.from(encoded, 'base64')
  // Buffer skips invalid characters, so the input was valid only if encoding returns the same text.
  if (bytes.toString('base64') !== encoded) return null
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return null // Invalid UTF-8.
  }
}

const fault = (message: string): RpcError => ({ status: 400, code: codes.headers, message })

function refuseMissing(header: string, value: string): RpcError {
  return fault(
    `The header ${header} is required in this revision; it must repeat ${showStart(value)}.`,
  )
}

function mismatch(header: string, value: string, what: string, expected: unknown): RpcError {
  return fault(`The header ${header} is ${showStart(value)} but ${what} is ${showStart(expected)}.`)
}

function showStart(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
