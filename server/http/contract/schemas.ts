// The vocabulary in which routes describe their JSON. The same schema types the handler's result and describes it in the document.
import * as v from 'valibot'

/** JSON of the schema's shape, read-only all through. */
export type JsonOf<S extends v.GenericSchema> = DeepReadonly<v.InferOutput<S>>
type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> }

/** A schema with a sentence on what it means. */
export const says = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description))

/** Keys of a JSON Schema that was made from a named schema; the document does not have them. */
export const schemaName = 'x-name'
export const schemaDescription = 'x-description'

/**
 * A schema that the document lists under `name` in its components, with `description`, and refers to wherever it occurs. A
 * description at the place of use is written next to the reference.
 */
export const named = <S extends v.GenericSchema>(name: string, schema: S, description: string) =>
  v.pipe(
    schema,
    v.description(description),
    v.metadata({ [schemaName]: name, [schemaDescription]: description }),
  )

/** Key of the schema by which the document describes an entry of an object. */
export const describedBy = 'x-described-by'

/**
 * An entry of an object that is parsed as `schema` and described as `described`: where the domain judges the value, and the document has
 * the form by which a typed client refuses others.
 */
export const describedAs = <S extends v.GenericSchema>(schema: S, described: v.GenericSchema) =>
  v.pipe(schema, v.metadata({ [describedBy]: described }))

/** An entry that is described as `described` and that may be anything, or nothing, until the domain judges it. */
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
 * Text for which the document lists the words with a meaning. The route accepts any text: letter case and unknown words are
 * handled by the domain.
 */
export const word = (words: readonly string[], description: string) =>
  v.pipe(v.string(), v.metadata({ enum: words }), v.description(description))
/** Width, depth and height, or a point: three numbers. */
export const triple = (description: string) =>
  v.pipe(v.array(v.number()), v.description(description), v.metadata({ minItems: 3, maxItems: 3 }))
/** An object that may have more fields than those described. */
export const open = <E extends v.ObjectEntries>(entries: E) =>
  v.objectWithRest(entries, v.unknown())

/** The response of routes that return no data. */
export const done = named('Done', v.object({ ok: v.literal(true) }), 'It is done.')

const versionRule = 'must be a whole number of at least 1'

/** The version of an order or a job that a change is based on. */
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
