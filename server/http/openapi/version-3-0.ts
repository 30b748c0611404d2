// OpenAPI 3.0.3 version of the document, for tools that do not support 3.1. It accepts whatever the 3.1 document
// accepts. Constant booleans become their types, number defaults next to a reference are omitted, and a 200 next to a
// 201 becomes 2XX. A named schema that may be null somewhere is listed again as `<Name>OrNull`, because `nullable`
// needs a type.
import { isObject } from '../../domain/base/is-object.ts'
import type { Schema } from '../contract/contract.ts'
import type { OpenApiDocument, Reference } from './types.ts'

type Node = Readonly<Record<string, unknown>>

type Schemas = Readonly<Record<string, Node>>

export function asVersion30({ components, ...document }: OpenApiDocument): Node {
  const { schemas, ...others } = components
  const listed: Schemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, convert(schema)]),
  )
  const converted = { ...objectWithSchemas(document), openapi: '3.0.3' }
  const parts = objectWithSchemas(others)
  const used = usedSchemas([converted, parts], listed)
  return { ...converted, components: { ...parts, schemas: used } }
}

/** Returns the referenced schemas in alphabetical order. Derives `<Name>OrNull` from `<Name>`. */
function usedSchemas(from: unknown, listed: Schemas): Schemas {
  const used = new Map<string, Node>()
  const collect = (node: unknown) => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      const schema = listed[name] ?? makeNullable(listed[name.replace(/OrNull$/, '')] ?? {})
      used.set(name, schema)
      collect(schema)
    }
  }
  collect(from)
  return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Converts every schema of parameters, headers and bodies. Examples may have any shape and remain unchanged. */
function withSchemas(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withSchemas)
  return isObject(node) ? objectWithSchemas(node) : node
}

const objectWithSchemas = (node: object): Node =>
  Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'schema') return [key, convert(value)]
      if (key === 'responses') return [key, withSchemas(createdFirst(value))]
      return [key, key === 'example' || key === 'examples' ? value : withSchemas(value)]
    }),
  )

/**
 * Moves the 201 response first. openapi-generator types a call by its lowest success status, which for a submit would
 * be the 200 of a dry run instead of the order.
 */
function createdFirst(responses: Node): Node {
  const { 200: other, ...rest } = responses
  return other === undefined || !('201' in rest) ? responses : { ...rest, '2XX': other }
}

/**
 * Converts a schema. OpenAPI 3.0 has no null type, no constants and no keywords next to `$ref`, and exclusive bounds
 * are flags.
 */
function convert(schema: Schema | Reference): Node {
  if ('$ref' in schema && schema.$ref !== undefined) {
    const { $ref, default: fallback, ...others } = schema as Schema & Reference
    // openapi-generator writes a number default next to a reference into Java as a double, which does not compile. The
    // description states the default.
    const isWritten = fallback !== undefined && typeof fallback !== 'number'
    const beside = { ...others, ...(isWritten && { default: fallback }) }
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
    ...(properties && { properties: mapProperties(properties) }),
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
  return further.length === 0 ? makeNullable(first) : { anyOf: [makeNullable(first), ...further] }
}

/** Makes a schema nullable. `nullable` next to a reference has no effect. */
function makeNullable(schema: Node): Node {
  const { $ref, allOf, anyOf, enum: words } = schema
  if (typeof $ref === 'string') return { $ref: `${$ref}OrNull` }
  if (Array.isArray(allOf)) return { ...schema, allOf: allOf.map(makeNullable) }
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [makeNullable(anyOf[0]), ...anyOf.slice(1)] }
  return { ...schema, nullable: true, ...(Array.isArray(words) && { enum: [...words, null] }) }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const mapProperties = (properties: NonNullable<Schema['properties']>): Node =>
  Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, isSchema(one) ? convert(one) : {}]),
  )
