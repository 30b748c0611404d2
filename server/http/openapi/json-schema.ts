// valibot schemas as JSON Schema.
import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { Schema } from '../contract/contract.ts'
import { describedBy } from '../contract/schemas.ts'

/** A schema of a request: what may be sent. Trimming and checks by code cannot be expressed in JSON Schema. */
export const inputSchema = (schema: v.GenericSchema): Schema => convert(schema, 'input')
/** A schema of a response. */
export const outputSchema = (schema: v.GenericSchema): Schema => convert(schema, 'output')

type Mode = 'input' | 'output'

function convert(schema: v.GenericSchema, typeMode: Mode): Schema {
  const { $schema: _, ...bare } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    ignoreActions: ['trim', 'check'],
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      // A file of a form: bytes.
      if (valibotSchema.type === 'file') return { ...jsonSchema, type: 'string', format: 'binary' }
      return v.is(objectSchema, valibotSchema)
        ? withEntries(jsonSchema, valibotSchema.entries, typeMode)
        : undefined
    },
  })
  return bare
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
const objectSchema = v.object({
  entries: v.record(v.string(), v.custom<v.GenericSchema>(isSchema)),
})

/** Entries that are described by another schema; and descriptions of entries that are transformed, which the library leaves out. */
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
