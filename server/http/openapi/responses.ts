// Responses of a route in the document. Statuses and sentences of refusals come from the table that the routes use.

import type { ErrorCode } from '../../domain/errors/catalog.ts'
import { bodyLate, upstreamSentence } from '../../domain/errors/sentences.ts'
import type { Contract, OtherRefusal, ResponseSpec } from '../contract/contract.ts'
import { codeOf } from '../refusals/codes.ts'
import type { Failure } from '../refusals/failure.ts'
import { refusalOf } from '../refusals/refusal-of.ts'
import { commonRefusals } from './common-refusals.ts'
import { headersOf } from './headers.ts'
import { outputSchema } from './json-schema.ts'
import type { SchemaTable } from './schema-table.ts'
import type { Example, MediaType, Reference, ResponseObject } from './types.ts'

export const errorSchema = (
  name: 'Error' | NonNullable<Contract['errors']> = 'Error',
): Reference => ({ $ref: `#/components/schemas/${name}` })

const internalError: Reference = { $ref: '#/components/responses/InternalError' }

/** Returns the responses by status. */
export function responsesOf(
  contract: Contract,
  table: SchemaTable,
): Record<string, ResponseObject | Reference> {
  const described = contract.responses.map((response) => {
    const { status = 200 } = response
    return [String(status), responseOf(response, { contract, table })] as const
  })
  const refusals = refusalsOf(contract)
  const isRefused = Object.keys(refusals).some((status) => status.startsWith('4'))
  return {
    ...Object.fromEntries(described),
    ...(contract.conditional && { 304: unchangedResponse(contract) }),
    ...(!isRefused && { 431: headersTooLarge }),
    500: internalError,
    ...refusals,
  }
}

/** The server's refusal before routing: the only refusal possible for a request without input. */
const headersTooLarge: Reference = { $ref: '#/components/responses/HeadersTooLarge' }

type ResponseContext = { readonly contract: Contract; readonly table: SchemaTable }

function responseOf(response: ResponseSpec, { contract, table }: ResponseContext): ResponseObject {
  const { status = 200, type = 'application/json', description, schema, example } = response
  const { waits = false } = response
  const headers = { ...headersOf({ contract, status, waits }), ...response.headers }
  const shared = { description, headers }
  if (schema === undefined) return shared
  const media: MediaType = {
    schema: table.refer(outputSchema(schema)),
    ...(example === undefined ? {} : { example }),
  }
  const content = Object.fromEntries([type].flat().map((one) => [one, media]))
  return { ...shared, content }
}

const unchangedResponse = (contract: Contract): ResponseObject => ({
  description: 'Unchanged since the response whose `ETag` the request names.',
  headers: headersOf({ contract, status: 304 }),
})

/** Returns one response per status. Each possible sentence is an example, named after its refusal. */
function refusalsOf(contract: Contract): Record<string, ResponseObject> {
  const { refusals = [], errors } = contract
  const byStatus = new Map<number, Refusals>()
  for (const refusal of [...refusals, ...commonRefusals(contract)]) {
    const { name, status, body, waits, isLimit } = shownRefusal(refusal)
    const entry = byStatus.get(status) ?? { examples: {}, waits: false, isLimit: false }
    addExample(entry.examples, name, { value: body })
    entry.waits ||= waits
    entry.isLimit ||= isLimit
    byStatus.set(status, entry)
  }
  return Object.fromEntries(
    [...byStatus].map(([status, { examples, waits, isLimit }]) => [
      String(status),
      {
        description: statusWords[status] ?? 'Refused.',
        headers: headersOf({ contract, status, waits, isLimit }),
        content: { 'application/json': { schema: errorSchema(errors), examples } },
      },
    ]),
  )
}

/** Names the example after its error code, followed by a number if one code has several sentences. */
function addExample(examples: Record<string, Example>, code: ErrorCode, example: Example): void {
  const said = JSON.stringify(example)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? code : `${code}-${number}`
    const other = examples[name]
    if (other === undefined) {
      examples[name] = example
      return
    }
    if (JSON.stringify(other) === said) return
  }
}

/** Returns the error code in an example's name. */
export const codeOfExample = (name: string): string => name.replace(/-\d+$/, '')

/** Refusals with the same status. */
type Refusals = { examples: Record<string, Example>; waits: boolean; isLimit: boolean }

type ShownRefusal = Required<OtherRefusal> & { readonly isLimit: boolean }

function shownRefusal(refusal: Failure | OtherRefusal): ShownRefusal {
  if ('name' in refusal) return { waits: false, isLimit: false, ...refusal }
  const { status, error, more, headers } = refusalOf(refusal)
  return {
    name: codeOf(refusal),
    status,
    body: { error, ...more },
    waits: headers?.['retry-after'] !== undefined,
    isLimit: refusal.kind === 'rate_limited',
  }
}

const statusWords: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'No valid credential.',
  402: 'A saved card, credits or a higher spending limit is needed first.',
  403: 'Not allowed for this caller.',
  404: 'It does not exist or belongs to another account.',
  408: bodyLate,
  409: 'Not possible in the current state.',
  410: 'It no longer exists.',
  413: 'Too large.',
  415: 'Not a file that can be printed.',
  422: 'The file was read but cannot be printed, or the result could not be checked.',
  429: 'Too many requests.',
  500: 'An unexpected internal error.',
  502: upstreamSentence,
  503: 'Temporarily unavailable.',
}
