// The published definitions of tools/list, compared with the definitions stored in definitions/, and with contract.md
// 5.5 and 5.6. After an intended change: UPDATE_DEFINITIONS=1 npm test -- test/mcp/tools/definitions, npm run format,
// and read the diff.
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { agentTools } from '../../../mcp/tools/list.ts'
import { verifies } from '../../helpers/verifies.ts'

const FOLDER = join(import.meta.dir, 'definitions')

/** contract.md 5.5: name, auth, cost, and the arguments with the required ones. */
const TABLE = [
  ['list_materials', 'public', 'free', '', ''],
  ['estimate_price', 'public', 'free', 'grams', 'material quality quantity color'],
  ['check_printability', 'public', 'free', 'model_url', ''],
  ['get_lead_time', 'public', 'free', '', 'grams quantity'],
  ['track_order', 'public', 'free', 'order_code email', ''],
  ['quote_print', 'apiKey', 'free', 'model_url', 'material color quality quantity infill country'],
  [
    'create_print_order',
    'apiKey',
    'money',
    'quote_id confirm recipient_name email street1 city state zip country',
    'street2 phone company vat_id purchase_order reference note',
  ],
  ['list_my_orders', 'apiKey', 'free', '', ''],
  ['get_order', 'apiKey', 'free', 'code', ''],
  ['generate_model', 'apiKey', 'credits', 'prompt confirm', 'quality size_mm drafts refine_of'],
  ['get_generation', 'apiKey', 'free', 'job_id', ''],
] as const

const definitions = agentTools.map(({ definition }) => definition)
const named = (words: string) => (words === '' ? [] : words.split(' '))

type Described = { readonly description?: string }
const propertiesOf = (schema: Readonly<Record<string, unknown>>) =>
  (schema['properties'] ?? {}) as Readonly<Record<string, Described>>

verifies(['mcp.tools.order', 'mcp.tools.eleven'], 'the list equals the table, in its order', () => {
  expect(definitions.map(({ name }) => name)).toEqual(TABLE.map(([name]) => name))
  const keyed = definitions.map(({ _meta }) => _meta['com.svc/auth'] === 'apiKey')
  expect(keyed).toEqual(keyed.toSorted())
})

verifies(['mcp.tools.cost', 'mcp.tools.auth'], () => {
  for (const [index, [, auth, cost]] of TABLE.entries()) {
    expect(definitions[index]?._meta).toEqual({ 'com.svc/cost': cost, 'com.svc/auth': auth })
  }
})

verifies('mcp.tool.no-cancel', () => {
  expect(definitions.filter(({ name }) => /cancel|delete|refund|edit/.test(name))).toEqual([])
  const order = definitions.find(({ name }) => name === 'create_print_order')
  expect(order?.description).toContain('cannot be cancelled')
})

describe('each definition', () => {
  for (const [index, [name, auth, cost, required, optional]] of TABLE.entries()) {
    test(name, () => {
      const definition = definitions[index]
      if (definition === undefined) throw new Error('it is not listed')
      const { inputSchema, outputSchema, annotations, description, title } = definition
      const properties = propertiesOf(inputSchema)
      expect(Object.keys(properties).toSorted()).toEqual(
        [...named(required), ...named(optional)].toSorted(),
      )
      expect(inputSchema['required'] ?? []).toEqual(named(required))
      expect(inputSchema['additionalProperties']).toBe(false)
      for (const argument of Object.values(properties)) {
        expect(argument.description?.length ?? 0).toBeGreaterThan(10)
      }
      expect(Object.keys(outputSchema?.['properties'] ?? {}).length).toBeGreaterThan(0)
      // Keywords that clients reject at the top level of a schema.
      for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref']) {
        expect({ ...inputSchema, ...outputSchema }).not.toHaveProperty(keyword)
      }
      expect(Object.values(annotations)).toHaveLength(4)
      expect(annotations.destructiveHint).toBe(cost === 'money')
      expect(annotations.readOnlyHint).toBe(cost === 'free' && name !== 'quote_print')
      expect(title).not.toBe(name)
      // The description states the cost, whether a key is needed, an alternative tool, and advice for a failure.
      expect(description).toMatch(cost === 'free' ? /^Free/m : /credits|Costs money/)
      expect(description).toMatch(auth === 'public' ? /needs no key/ : /[Nn]eeds an API key/)
      const others = TABLE.filter(([other]) => other !== name && description.includes(other))
      expect(others.length).toBeGreaterThan(0)
      expect(description).toMatch(/refus|fails|failed|failure|timeout|not found/)
    })
  }
})

verifies('mcp.tools.size', 'has at most 38,000 bytes with the schemas of results', () => {
  const read = definitions.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, inputSchema }),
  )
  const tokens = read.reduce((sum, text) => sum + countTokens(text), 0)
  expect(tokens).toBeLessThanOrEqual(2800)
  expect(JSON.stringify(definitions).length).toBeLessThan(38_000)
})

test('the definitions equal the last reviewed ones', () => {
  if (process.env['UPDATE_DEFINITIONS'] === '1') {
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER)
    for (const definition of definitions) {
      writeFileSync(pathOf(definition), `${JSON.stringify(definition, null, 2)}\n`)
    }
  }
  for (const definition of definitions) {
    const path = pathOf(definition)
    const kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
    // Compared as text, so that the order of arguments counts as well; formatting does not.
    expect(JSON.stringify(kept, null, 2)).toBe(JSON.stringify(definition, null, 2))
  }
  expect(readdirSync(FOLDER)).toHaveLength(definitions.length)
})

const pathOf = ({ name }: { name: string }) => join(FOLDER, `${name}.json`)
