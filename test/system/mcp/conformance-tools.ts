// The tools that the conformance suite calls by name, as test code: the product has none of them.
import * as v from 'valibot'
import { type ContentBlock, refuse, type ToolOutcome, toolResult } from '../../../mcp/content.ts'
import { defineTool, type Tool, type ToolContext } from '../../../mcp/registry.ts'
import type { ObjectSchema } from '../../../mcp/schema.ts'

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

function fixture(name: string, run: (context: ToolContext) => ToolOutcome): Tool {
  return defineTool({
    name,
    title: name,
    description: 'A fixture of the conformance suite.',
    arguments: { note: v.optional(v.string()) },
    annotations,
    cost: 'free',
    auth: 'public',
    allowances: [],
    timeoutMs: 25_000,
    run: async (context) => run(context),
  })
}

const said = (...content: ContentBlock[]): ToolOutcome => ({ kind: 'succeeded', content })
const text: ContentBlock = { type: 'text', text: 'Text of a fixture.' }
/** One red pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' }
/** A header without samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='
const audio: ContentBlock = { type: 'audio', data: wav, mimeType: 'audio/wav' }
const resource: ContentBlock = {
  type: 'resource',
  resource: { uri: 'test://embedded', mimeType: 'text/plain', text: 'An embedded resource.' },
}

/** The suite checks each of these words: none may be lost. */
const fullSchema: ObjectSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const schemaTool = fixture('json_schema_2020_12_tool', () => toolResult('ok', {}))

export const conformanceTools: readonly Tool[] = [
  fixture('test_simple_text', () => said(text)),
  fixture('test_image_content', () => said(image)),
  fixture('test_audio_content', () => said(audio)),
  fixture('test_embedded_resource', () => said(resource)),
  fixture('test_multiple_content_types', () => said(text, image, resource)),
  fixture('test_error_handling', () => refuse('This fixture fails on purpose.', 'tool_failed')),
  fixture('test_missing_capability', ({ capabilities }) =>
    'sampling' in capabilities
      ? said(text)
      : { kind: 'needs_capability', required: { sampling: {} } },
  ),
  fixture('test_streaming_elicitation', () => said(text)),
  fixture('test_logging_tool', () => said(text)),
  { ...schemaTool, definition: { ...schemaTool.definition, inputSchema: fullSchema } },
]
