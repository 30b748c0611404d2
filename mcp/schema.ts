// Converts the tools' valibot schemas to JSON Schema 2020-12, so that the published schema is the enforced one.
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** JSON Schema of an object. */
export type ObjectSchema = { readonly type: 'object' } & Readonly<Record<string, unknown>>

export function describeSchema(schema: v.GenericSchema, mode: 'input' | 'output'): ObjectSchema {
  const {
    $schema: _,
    type,
    properties,
    required,
    ...rest
  } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: mode,
    // `check`: limits that are enforced but not published (tools/fields.ts).
    ignoreActions: ['trim', 'check'],
    // A bare `const` lacks the type that clients need to build a form.
    overrideSchema: ({ jsonSchema }) =>
      typeof jsonSchema.const === 'boolean' ? { type: 'boolean', ...jsonSchema } : undefined,
  })
  if (type !== 'object') throw new Error(`the schema of a tool must be an object, not ${type}`)
  return {
    type,
    // Shortest form for a tool without arguments.
    ...(Object.keys(properties ?? {}).length === 0 ? {} : { properties }),
    ...(required === undefined || required.length === 0 ? {} : { required }),
    ...rest,
  }
}
