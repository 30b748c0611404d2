// JSON Schema as rows for readers: one row per field, nested fields under their full names, and types in words.
import type { ReferenceField } from '../../pages/reference/reference-model.ts'
import { listedNumbers, type Schema } from '../contract/contract.ts'
import type { Reference } from './types.ts'

/** Returns the fields of an object, each followed by its nested fields. Empty for a schema without named fields. */
export function fieldsOf(schema: Schema | Reference, parent = ''): readonly ReferenceField[] {
  if ('$ref' in schema && typeof schema.$ref === 'string') return []
  const { inner, prefix } = objectIn(schema, parent)
  const required = new Set(inner.required ?? [])
  return Object.entries(inner.properties ?? {}).flatMap(([key, property]) => {
    if (typeof property === 'boolean') return []
    const name = `${prefix}${key}`
    const row: ReferenceField = {
      name,
      type: typeWords(property),
      required: required.has(key),
      fallback: property.default === undefined ? null : String(property.default),
      text: property.description ?? notNull(property).description ?? '',
    }
    const inside = fieldsOf(property, `${name}.`)
    return inside.length > 0 && row.text === '' ? inside : [row, ...inside]
  })
}

/** Returns the object schema itself, of a nullable object or of the items of an array. */
function objectIn(schema: Schema, parent: string): { inner: Schema; prefix: string } {
  const some = notNull(schema)
  const items = some.items
  if (some.type === 'array' && items !== undefined && !Array.isArray(items) && items !== true) {
    if (items !== false) return { inner: items, prefix: `${parent.replace(/\.$/, '')}[].` }
  }
  return { inner: some, prefix: parent }
}

function notNull(schema: Schema): Schema {
  const options = (schema.anyOf ?? []).filter((option) => typeof option !== 'boolean')
  const others = options.filter((option) => option.type !== 'null')
  const [only] = others
  return only !== undefined && others.length === 1 && options.length > 1 ? only : schema
}

/** Returns the type in words: `integer 1 to 50`, `one of mm, cm`, `address or null`. */
export function typeWords(schema: Schema): string {
  const some = notNull(schema)
  return some === schema ? plainWords(schema) : `${plainWords(some)} or null`
}

const formats: Readonly<Record<string, string>> = {
  binary: 'file',
  'date-time': 'date and time',
  uri: 'address',
  email: 'email address',
  uuid: 'UUID',
}

function plainWords(schema: Schema): string {
  if (schema.enum !== undefined) return oneOf(schema.enum)
  const numbers = schema[listedNumbers]
  if (numbers !== undefined) return oneOf(numbers)
  if (schema.const !== undefined) return String(schema.const)
  if (schema.type === 'array') return 'list'
  const word = formats[schema.format ?? ''] ?? (schema.type === 'string' ? 'text' : schema.type)
  return [word ?? 'anything', rangeWords(schema)].filter((part) => part !== '').join(' ')
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
}

function rangeWords({ minimum, maximum, exclusiveMinimum, minLength, maxLength }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (exclusiveMinimum !== undefined) return `above ${exclusiveMinimum}`
  if (maxLength !== undefined) return `of ${minLength ?? 0} to ${maxLength} characters`
  return ''
}
