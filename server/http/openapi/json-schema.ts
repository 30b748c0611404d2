// valibot schemas as JSON Schema.
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Schema } from '../contract/contract.ts'

/** A schema of a request: what may be sent. Trimming and checks by code cannot be expressed in JSON Schema. */
export const inputSchema = (schema: v.GenericSchema): Schema => convert(schema, 'input')
/** A schema of a response. */
export const outputSchema = (schema: v.GenericSchema): Schema => convert(schema, 'output')

function convert(schema: v.GenericSchema, typeMode: 'input' | 'output'): Schema {
  const { $schema: _, ...bare } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    ignoreActions: ['trim', 'check'],
    // A file of a form: bytes.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'file'
        ? { ...jsonSchema, type: 'string', format: 'binary' }
        : undefined,
  })
  return bare
}
