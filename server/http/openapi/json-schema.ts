// valibot schemas as JSON Schema.
import { isDeepStrictEqual } from 'node:util'
import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { listedNumbers, type Schema } from '../contract/contract.ts'
import { describedBy } from '../contract/schemas.ts'

/** Converts a request schema: the values that may be sent. JSON Schema cannot express trimming or checks in code. */
export const inputSchema = (schema: v.GenericSchema): Schema => convert(schema, 'input')
/** Converts a response schema. */
export const outputSchema = (schema: v.GenericSchema): Schema => convert(schema, 'output')

type Mode = 'input' | 'output'

function convert(schema: v.GenericSchema, typeMode: Mode): Schema {
  const { $schema: _, ...bare } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    ignoreActions: ['trim', 'check'],
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      // A file field of a form is binary.
      if (valibotSchema.type === 'file') return { ...jsonSchema, type: 'string', format: 'binary' }
      const plain = withoutTraps(jsonSchema)
      return v.is(objectSchema, valibotSchema)
        ? withEntries(plain, valibotSchema.entries, typeMode)
        : plain
    },
  })
  return bare
}

/**
 * Rewrites a schema so that every client generator can read it (lab/foreign). Several generators create no type for a
 * list of numbers or for a constant without a type, and omit the operation that contains it.
 */
function withoutTraps(schema: Schema): Schema {
  const { enum: listed, const: only, propertyNames: names, ...rest } = schema
  const numbers = [only, ...(listed ?? [])].filter((one) => typeof one === 'number')
  if (numbers.length > 0) {
    const range = { minimum: Math.min(...numbers), maximum: Math.max(...numbers) }
    const type = numbers.every(Number.isInteger) ? 'integer' : 'number'
    return { ...rest, type, ...range, [listedNumbers]: numbers }
  }
  if (typeof only === 'string') return { ...rest, type: 'string', enum: [only] }
  if (typeof only === 'boolean') return { ...rest, type: 'boolean', const: only }
  // Property names are strings anyway, and OpenAPI 3.0 lacks the keyword.
  const isPlain = isDeepStrictEqual(names, { type: 'string' })
  const { propertyNames: _, ...withoutNames } = schema
  const { additionalProperties: others } = schema
  return {
    ...(isPlain ? withoutNames : schema),
    ...(isDeepStrictEqual(others, {}) && { additionalProperties: true }),
  }
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
const objectSchema = v.object({
  entries: v.record(v.string(), v.custom<v.GenericSchema>(isSchema)),
})

/**
 * Replaces entries that are described by another schema, and adds the descriptions of transformed entries, which the
 * library omits.
 */
function withEntries(
  object: Schema,
  entries: Readonly<Record<string, v.GenericSchema>>,
  typeMode: Mode,
): Schema {
  const shown = Object.entries(entries).map(([name, entry]) => {
    const other = v.getMetadata(entry)[describedBy]
    return isSchema(other)
      ? { name, schema: other, property: convert(other, typeMode) }
      : { name, schema: entry, property: object.properties?.[name] ?? {} }
  })
  const properties = shown.map(({ name, schema, property }) => {
    const description = v.getDescription(schema)
    const isWhole = description === undefined || typeof property === 'boolean'
    return [
      name,
      isWhole ? property : { ...property, description: property.description ?? description },
    ] as const
  })
  const required = shown.flatMap(({ name, schema }) => (isOptional.has(schema.type) ? [] : [name]))
  return { ...object, properties: Object.fromEntries(properties), required }
}

const isOptional = new Set(['exact_optional', 'optional', 'nullish'])
