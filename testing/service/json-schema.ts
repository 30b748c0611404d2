// Validates values against the JSON Schemas that the service publishes.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { listedNumbers, type Schema } from '../../server/http/contract/contract.ts'

/** Named schemas, as `#/components/schemas/<name>` refers to them. */
type Components = Readonly<Record<string, Schema>>

// Strict: an unknown keyword or format is an error, so that nothing passes unchecked.
const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  keywords: ['components', listedNumbers],
  formats: {
    // Narrower than RFC 3339: the service writes UTC.
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
    uri: URL.canParse,
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    email: /^[^@\s]+@[^@\s]+$/,
    binary: true,
  },
})

const compiled = new WeakMap<Schema, ValidateFunction>()

/**
 * Returns every violation with its JSON pointer. Objects may have only the properties in the schema, unless it says
 * otherwise.
 */
export function disagreements(
  schema: Schema,
  value: unknown,
  components: Components = {},
): readonly string[] {
  const validate = compiled.get(schema) ?? compile(schema, components)
  compiled.set(schema, validate)
  validate(value)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** Adds `additionalProperties: false` wherever the schema names properties without mentioning others. */
function compile(schema: Schema, components: Components): ValidateFunction {
  const text = JSON.stringify({ ...schema, components: { schemas: components } })
  const closed = JSON.parse(text, (_key, part) =>
    isOpen(part) ? { ...part, additionalProperties: false } : part,
  )
  return ajv.compile(closed)
}

const isOpen = (part: unknown): boolean =>
  typeof part === 'object' &&
  part !== null &&
  'properties' in part &&
  typeof part.properties === 'object' &&
  !('additionalProperties' in part)
