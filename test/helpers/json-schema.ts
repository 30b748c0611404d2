// Checks a value against a JSON Schema: only the words that the API's document uses, and any other word is an error, so
// that nothing passes unread. Stricter than the standard in one thing: an object may hold only the fields that are named,
// unless the schema says that it is open.
import type { Schema } from '../../server/http/contract/contract.ts'

export type Problem = string

const silent = ['description', 'title', 'default', 'examples']

type Check = (
  schema: Schema,
  value: unknown,
  at: string,
  find: (name: string) => Schema,
) => readonly Problem[]

/** Every disagreement, each with its place; `find` gives the schema behind a `$ref`. */
export function disagreements(
  schema: Schema,
  value: unknown,
  find: (name: string) => Schema = () => ({}),
  at = '$',
): readonly Problem[] {
  return Object.keys(schema).flatMap((word) => {
    if (silent.includes(word)) return []
    const check = checks[word]
    if (check === undefined) throw new Error(`no check for the schema word ${word}`)
    return check(schema, value, at, find)
  })
}

const checks: Readonly<Record<string, Check>> = {
  $ref: (schema, value, at, find) => disagreements(find(schema.$ref ?? ''), value, find, at),
  type: ({ type }, value, at) => expect(typeMatches(type, value), at, `is no ${type}`),
  const: (schema, value, at) => expect(value === schema.const, at, `is not ${schema.const}`),
  enum: (schema, value, at) =>
    expect(
      (schema.enum ?? []).some((one) => one === value),
      at,
      `is not in the list`,
    ),
  anyOf: ({ anyOf = [] }, value, at, find) => {
    const tries = anyOf.map((one) => disagreements(open(one), value, find, at))
    return tries.some((problems) => problems.length === 0) ? [] : tries.flat()
  },
  properties: ({ properties = {}, additionalProperties }, value, at, find) => {
    if (!isRecord(value)) return []
    const named = Object.entries(properties).flatMap(([name, schema]) =>
      value[name] === undefined
        ? []
        : disagreements(open(schema), value[name], find, `${at}.${name}`),
    )
    const strangers = Object.keys(value).filter((name) => properties[name] === undefined)
    const closed = additionalProperties === undefined || additionalProperties === false
    return closed
      ? [...named, ...strangers.map((name) => `${at}.${name}: is not described`)]
      : named
  },
  // Beside `properties` it is read there; alone it describes the values of a record.
  additionalProperties: ({ properties, additionalProperties }, value, at, find) =>
    properties !== undefined || !isRecord(value) || typeof additionalProperties !== 'object'
      ? []
      : Object.entries(value).flatMap(([name, each]) =>
          disagreements(additionalProperties, each, find, `${at}.${name}`),
        ),
  propertyNames: () => [],
  required: ({ required = [] }, value, at) =>
    isRecord(value)
      ? required
          .filter((name) => value[name] === undefined)
          .map((name) => `${at}.${name}: is missing`)
      : [],
  items: ({ items }, value, at, find) =>
    Array.isArray(value) && typeof items === 'object' && !Array.isArray(items)
      ? value.flatMap((each, index) => disagreements(items, each, find, `${at}[${index}]`))
      : [],
  pattern: ({ pattern = '' }, value, at) =>
    expect(typeof value !== 'string' || new RegExp(pattern, 'u').test(value), at, `not ${pattern}`),
  format: ({ format = '' }, value, at) => {
    const form = formats[format]
    if (form === undefined) throw new Error(`no check for the format ${format}`)
    return expect(typeof value !== 'string' || form(value), at, `is no ${format}`)
  },
  minimum: ({ minimum = 0 }, value, at) =>
    expect(typeof value !== 'number' || value >= minimum, at, `is below ${minimum}`),
  maximum: ({ maximum = 0 }, value, at) =>
    expect(typeof value !== 'number' || value <= maximum, at, `is above ${maximum}`),
  exclusiveMinimum: ({ exclusiveMinimum }, value, at) =>
    expect(
      typeof value !== 'number' || value > Number(exclusiveMinimum),
      at,
      `is not above ${exclusiveMinimum}`,
    ),
  minLength: ({ minLength = 0 }, value, at) =>
    expect(typeof value !== 'string' || value.length >= minLength, at, 'is too short'),
  maxLength: ({ maxLength = 0 }, value, at) =>
    expect(typeof value !== 'string' || value.length <= maxLength, at, 'is too long'),
  minItems: ({ minItems = 0 }, value, at) =>
    expect(!Array.isArray(value) || value.length >= minItems, at, 'has too few items'),
  maxItems: ({ maxItems = 0 }, value, at) =>
    expect(!Array.isArray(value) || value.length <= maxItems, at, 'has too many items'),
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
  uri: (text) => URL.canParse(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  binary: () => true,
}

function typeMatches(type: Schema['type'], value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

const expect = (holds: boolean, at: string, problem: string): readonly Problem[] =>
  holds ? [] : [`${at}: ${problem}`]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `true` and `false` as schemas: anything, nothing. */
const open = (schema: Schema | boolean): Schema => (schema === true ? {} : schema || { enum: [] })
