// The vocabulary in which routes describe their JSON. The same schema types the handler's result and describes it in the document.
import * as v from 'valibot'
import { lengthUnits } from '../../domain/models/format.ts'

/** JSON of the schema's shape, read-only all through. */
export type JsonOf<S extends v.GenericSchema> = DeepReadonly<v.InferOutput<S>>
type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> }

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
/** The unit of a model's numbers, where a caller may name it. */
export const units = (description: string) => v.optional(says(v.picklist(lengthUnits), description))
/** An object that may hold more than what is described. */
export const open = <E extends v.ObjectEntries>(entries: E) =>
  v.objectWithRest(entries, v.unknown())

/** Of routes that have nothing to tell. */
export const done = v.object({ ok: v.literal(true) })
