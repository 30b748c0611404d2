// The document as OpenAPI 3.0.3, for tools that do not read 3.1. It accepts what the 3.1 document accepts; constants of booleans
// become their types, and a named schema that may be null somewhere is listed again as `<Name>OrNull`, because `nullable` needs a type.
import type { Schema } from '../contract/contract.ts'
import type { OpenApiDocument, Reference } from './types.ts'

type Node = Readonly<Record<string, unknown>>

type Schemas = Readonly<Record<string, Node>>

export function asVersion30({ components, ...document }: OpenApiDocument): Node {
  const { schemas, ...others } = components
  const listed: Schemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, convert(schema)]),
  )
  const converted = { ...(withSchemas(document) as Node), openapi: '3.0.3' }
  const parts = withSchemas(others) as Node
  const used = usedSchemas([converted, parts], listed)
  return { ...converted, components: { ...parts, schemas: used } }
}

/** What is referred to, in alphabetical order; `<Name>OrNull` is made of `<Name>`. */
function usedSchemas(from: unknown, listed: Schemas): Schemas {
  const used = new Map<string, Node>()
  const collect = (node: unknown) => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      const schema = listed[name] ?? nullable(listed[name.replace(/OrNull$/, '')] ?? {})
      used.set(name, schema)
      collect(schema)
    }
  }
  collect(from)
  return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Every schema of parameters, headers and bodies converted. Examples may have any form, and stay. */
function withSchemas(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withSchemas)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'schema') return [key, convert(value)]
      return [key, key === 'example' || key === 'examples' ? value : withSchemas(value)]
    }),
  )
}

/** 3.0 has no null type, no constants, no keywords beside `$ref`, and bounds that exclude are flags. */
function convert(schema: Schema | Reference): Node {
  if ('$ref' in schema && schema.$ref !== undefined) {
    const { $ref, ...beside } = schema
    return Object.keys(beside).length === 0 ? { $ref } : { ...beside, allOf: [{ $ref }] }
  }
  const {
    anyOf,
    const: only,
    exclusiveMinimum,
    exclusiveMaximum,
    examples,
    ...rest
  } = schema as Schema
  const { properties, items, additionalProperties, propertyNames: _, ...facts } = rest
  const bounded = {
    ...facts,
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
    ...(examples?.[0] !== undefined && { example: examples[0] }),
    ...(typeof only === 'string' && { enum: [only] }),
    ...(properties && { properties: mapped(properties) }),
    ...(isSchema(items) && { items: convert(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isSchema(additionalProperties)
        ? convert(additionalProperties)
        : additionalProperties,
    }),
  }
  if (anyOf === undefined) return bounded
  const choice = alternatives(anyOf)
  return '$ref' in choice && Object.keys(bounded).length > 0
    ? { ...bounded, allOf: [choice] }
    : { ...choice, ...bounded }
}

function alternatives(anyOf: NonNullable<Schema['anyOf']>): Node {
  const all = anyOf.filter(isSchema)
  const others = all.filter(({ type }) => type !== 'null').map(convert)
  if (others.length === all.length) return { anyOf: others }
  const [first = {}, ...further] = others
  return further.length === 0 ? nullable(first) : { anyOf: [nullable(first), ...further] }
}

/** `nullable` beside a reference has no effect. */
function nullable(schema: Node): Node {
  const { $ref, allOf, anyOf, enum: words } = schema
  if (typeof $ref === 'string') return { $ref: `${$ref}OrNull` }
  if (Array.isArray(allOf)) return { ...schema, allOf: allOf.map(nullable) }
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [nullable(anyOf[0]), ...anyOf.slice(1)] }
  return { ...schema, nullable: true, ...(Array.isArray(words) && { enum: [...words, null] }) }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const mapped = (properties: NonNullable<Schema['properties']>): Node =>
  Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, isSchema(one) ? convert(one) : {}]),
  )
