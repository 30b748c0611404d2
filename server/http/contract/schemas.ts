// Schema helpers with which routes describe their JSON. The same schema types the handler's result and describes it in
// the document.
import * as v from 'valibot'

/** JSON that matches the schema, deeply read-only. */
export type JsonOf<S extends v.GenericSchema> = DeepReadonly<v.InferOutput<S>>
type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> }

/** Adds a sentence about the meaning to a schema. */
export const says = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description))

/** Key in a JSON Schema that marks a named schema. Removed from the document. */
export const schemaName = 'x-name'
export const schemaDescription = 'x-description'

/**
 * Adds `schema` to the document's components under `name` with `description`. The document refers to it wherever it
 * occurs. A description at the place of use is written next to the reference.
 */
export const named = <S extends v.GenericSchema>(name: string, schema: S, description: string) =>
  v.pipe(
    schema,
    v.description(description),
    v.metadata({ [schemaName]: name, [schemaDescription]: description }),
  )

/** Key of the schema with which the document describes an object entry. */
export const describedBy = 'x-described-by'

/**
 * Parses an object entry as `schema` and describes it as `described`. Use it where the domain validates the value and
 * the document states the stricter format that typed clients enforce.
 */
export const describedAs = <S extends v.GenericSchema>(schema: S, described: v.GenericSchema) =>
  v.pipe(schema, v.metadata({ [describedBy]: described }))

/** Describes an entry as `described` but accepts any value, or none. The domain validates it. */
export const judged = (described: v.GenericSchema) =>
  describedAs(v.optional(v.unknown()), described)

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
/**
 * Text with known words that the document lists. The route accepts any text: the domain handles letter case and unknown
 * words.
 */
export const word = (words: readonly string[], description: string) =>
  v.pipe(v.string(), v.metadata({ enum: words }), v.description(description))
/** Three numbers: width, depth and height, or a point. */
export const triple = (description: string) =>
  v.pipe(v.array(v.number()), v.description(description), v.metadata({ minItems: 3, maxItems: 3 }))
/** Object that may have more fields than described. */
export const open = <E extends v.ObjectEntries>(entries: E) =>
  v.objectWithRest(entries, v.unknown())

/** Response of routes that return no data. */
export const done = named('Done', v.object({ ok: v.literal(true) }), 'The request succeeded.')

const versionRule = 'must be a whole number of at least 1'

/** Version of an order or job that a change is based on. */
export const versionSchema = v.pipe(
  v.number(versionRule),
  v.integer(versionRule),
  v.minValue(1, versionRule),
  v.maxValue(2_147_483_647, versionRule),
)

export const sizeMm = (description: string) =>
  says(
    named('SizeMm', v.object({ x: v.number(), y: v.number(), z: v.number() }), 'A size in mm.'),
    description,
  )
