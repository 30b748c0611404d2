// The API document for tests, and checks of responses against it.
import { expect } from 'bun:test'
import { buildDocument } from '../../server/http/openapi/document.ts'
import { resolve } from '../../server/http/openapi/resolve.ts'
import type {
  MediaType,
  OpenApiDocument,
  Operation,
  ResponseObject,
} from '../../server/http/openapi/types.ts'
import { disagreements } from './json-schema.ts'

/** The document as published. */
export const published = buildDocument('https://example.com')
/** With its named schemas and headers inlined. */
export const document = resolve(published)
/** Operations by `METHOD /path/{parameter}`. */
export const operations = operationsOf(document)

function operationsOf({ paths }: OpenApiDocument): ReadonlyMap<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one]),
    ),
  )
}

export function operation(name: string): Operation {
  const found = operations.get(name)
  if (found === undefined) throw new Error(`${name} is not described`)
  return found
}

export function jsonOf(name: string, status: number): MediaType {
  const response = operation(name).responses[String(status)]
  if (response === undefined) throw new Error(`${name} is not described to return ${status}`)
  const media = responseOf(response).content?.['application/json']
  if (media === undefined) throw new Error(`${name} ${status} has no JSON`)
  return media
}

export function responseOf(response: Operation['responses'][string]): ResponseObject {
  if (!('$ref' in response)) return response
  const found = document.components.responses[response.$ref.replace('#/components/responses/', '')]
  if (found === undefined) throw new Error(`${response.$ref} leads nowhere`)
  return found
}

export const problems = ({ schema }: MediaType, value: unknown) => disagreements(schema, value)

/** Checks a response against its description and returns its body. */
export async function described(
  name: string,
  sending: Promise<Response>,
  status: number,
): Promise<unknown> {
  const response = await sending
  const body: unknown = await response.json()
  expect({ name, status: response.status, body }).toMatchObject({ name, status })
  expect({ name, body, problems: problems(jsonOf(name, status), body) }).toEqual({
    name,
    body,
    problems: [],
  })
  return body
}

/** Checks a refusal, whose sentence must be among the examples. */
export async function refused(
  name: string,
  response: Promise<Response>,
  status: number,
): Promise<void> {
  const body = await described(name, response, status)
  const { examples = {} } = jsonOf(name, status)
  expect(Object.values(examples).map(({ value }) => value)).toContainEqual(body)
}

/** Returns the example of a body; the JSON one when the operation accepts both. */
export const bodyExample = (name: string): Record<string, unknown> => {
  const { content = {} } = operation(name).requestBody ?? {}
  const media = content['application/json'] ?? Object.values(content)[0]
  return media?.example as Record<string, unknown>
}
