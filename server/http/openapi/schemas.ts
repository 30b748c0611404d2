// valibot schemas as JSON Schema, and the words that every schema here is written with.
import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { Schema } from './types.ts'

/** A schema of a request: what may be sent. Trimming and checks by code have no word in JSON Schema. */
export const sent = (schema: v.GenericSchema): Schema => convert(schema, 'input')
/** A schema of an answer. */
export const answered = (schema: v.GenericSchema): Schema => convert(schema, 'output')

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

/** A schema with a sentence on what it means. */
export const says = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description))

export const text = (description: string) => says(v.string(), description)
export const flag = (description: string) => says(v.boolean(), description)
export const number = (description: string) => says(v.number(), description)
export const whole = (description: string) =>
  v.pipe(v.number(), v.integer(), v.description(description))
export const dollars = (description: string) =>
  v.pipe(v.number(), v.minValue(0), v.description(description))
export const moment = (description: string) =>
  v.pipe(v.string(), v.isoTimestamp(), v.description(description))
export const link = (description: string) => v.pipe(v.string(), v.url(), v.description(description))
export const orNull = <S extends v.GenericSchema>(schema: S) => v.nullable(schema)
/** An object of which more is answered than what is described. */
export const open = <E extends v.ObjectEntries>(entries: E) =>
  v.objectWithRest(entries, v.unknown())
