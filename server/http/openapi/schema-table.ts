// Named schemas of the document. Each is defined once under components.schemas, and every other place refers to it.
import { isDeepStrictEqual } from 'node:util'
import type { Schema } from '../contract/contract.ts'
import { schemaDescription, schemaName } from '../contract/schemas.ts'
import type { Reference } from './types.ts'

export type SchemaTable = {
  /**
   * Replaces named schemas inside the schema with references. A schema without a name is listed under `name` if given.
   * Throws when two different schemas have the same name.
   */
  readonly refer: (schema: Schema, name?: string) => Schema | Reference
  /** Returns the schemas by name, in alphabetical order. */
  readonly list: () => Readonly<Record<string, Schema>>
}

type Node = Readonly<Record<string, unknown>>

export function createSchemaTable(): SchemaTable {
  const table = new Map<string, Node>()

  function refer(node: Node, name: string): Node {
    const { description, default: fallback, ...rest } = node
    const { [schemaName]: _, [schemaDescription]: own, ...facts } = rest
    const about = own ?? description
    const listed = about === undefined ? facts : { ...facts, description: about }
    const known = table.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, listed)) {
      throw new Error(`Two different schemas are named ${name}`)
    }
    table.set(name, listed)
    // Keywords that apply only here stay next to the reference.
    return {
      $ref: `#/components/schemas/${name}`,
      ...(about !== description && { description }),
      ...(fallback !== undefined && { default: fallback }),
    }
  }

  return {
    refer: (schema, name) => {
      // The reviver visits inner schemas before outer ones.
      const replaced = JSON.parse(JSON.stringify(schema), (_key, node: unknown) => {
        const own = isNode(node) ? node[schemaName] : undefined
        return isNode(node) && typeof own === 'string' ? refer(node, own) : node
      })
      return '$ref' in replaced || name === undefined ? replaced : refer(replaced, name)
    },
    list: () =>
      JSON.parse(
        JSON.stringify(Object.fromEntries([...table].toSorted(([a], [b]) => (a < b ? -1 : 1)))),
      ),
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
