// The AI SDK's agent loop over @ai-sdk/mcp with a scripted model: ai-sdk.mjs story|refused. CLIENTS_FOLDER has the
// packages.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { resolve } = createRequire(join(process.env.CLIENTS_FOLDER, 'package.json'))
const { createMCPClient } = await import(resolve('@ai-sdk/mcp'))
const { generateText, isStepCount } = await import(resolve('ai'))
const { MockLanguageModelV4 } = await import(resolve('ai/test'))

const { MCP_URL: url, MCP_KEY: key, MODEL_LINK: link } = process.env
const email = 'ada@example.com'
const address = {
  recipient_name: 'Ada Example',
  email,
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
}

/** Returns the JSON block after the sentence. */
function fieldsOf(text) {
  const jsonLine = text.split('\n').findLast((line) => line.startsWith('{'))
  if (jsonLine === undefined) throw new Error(`no JSON in: ${text}`)
  return JSON.parse(jsonLine)
}

/** The model's view of the last result of each tool. */
const seen = {}

function note(tool, output) {
  const lines = textOf(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const isObject = (line) => line.startsWith('{')
  seen[tool] = {
    sentence: lines.some((line) => !isObject(line)),
    json: lines.some(isObject),
    fields: false,
    images:
      output.type === 'content' ? output.value.filter(({ type }) => type !== 'text').length : 0,
  }
}

/** Returns the price in the sentence. */
const totalOf = (text) => Number(/comes? to \$([0-9.]+)/.exec(text)?.[1])

/** Runs the same task as python/story.py. */
async function* errand() {
  const rates = fieldsOf(yield ['list_materials', {}])
  yield ['check_printability', { model_url: link }]
  const cheapest = Math.min(...rates.materials.map((one) => one.price_per_gram))
  const { material } = rates.materials.find((one) => one.price_per_gram === cheapest)
  const color = rates.stock_colors[0].name

  const { job_id } = fieldsOf(yield ['generate_model', { prompt: 'a small vase', confirm: true }])
  let model = fieldsOf(yield ['get_generation', { job_id }])
  while (model.status !== 'done' && model.status !== 'error') {
    await new Promise((done) => setTimeout(done, 200))
    model = fieldsOf(yield ['get_generation', { job_id }])
  }
  const generated = yield ['quote_print', { model_url: model.model_url, color }]

  const linked = yield ['quote_print', { model_url: link, material, color }]
  const quote = fieldsOf(linked)
  if (totalOf(linked) !== quote.price.total) throw new Error(`two prices in: ${linked}`)
  if (fieldsOf(generated).quote_id === quote.quote_id) throw new Error('one quote for two models')

  const { quote_id } = quote
  yield ['create_print_order', { quote_id, confirm: true, ...address }]
  const { orders } = fieldsOf(yield ['list_my_orders', {}])
  const { order_code } = orders.find((order) => order.quote_id === quote_id)
  const read = fieldsOf(yield ['get_order', { code: order_code }])
  const tracked = fieldsOf(yield ['track_order', { order_code, email }])
  const { paid, amount } = read
  return JSON.stringify({
    order_code,
    paid,
    amount,
    material: read.material,
    color: read.color,
    stage: tracked.stage,
  })
}

async function* question() {
  return yield ['list_materials', {}]
}

/** Returns the text that the framework puts into the model's prompt for a tool's result. */
function textOf(output) {
  if (output.type === 'text' || output.type === 'error-text') return output.value
  if (output.type !== 'content') return JSON.stringify(output.value)
  return output.value.flatMap((part) => part.text ?? []).join('\n')
}

const steps = process.argv[2] === 'story' ? errand() : question()
let calls = 0
const count = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined }
const usage = {
  inputTokens: count,
  outputTokens: { ...count, text: undefined, reasoning: undefined },
}

const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1)
    const result = last.role === 'tool' ? last.content.at(-1) : undefined
    if (result !== undefined) note(result.toolName, result.output)
    const text = result === undefined ? undefined : textOf(result.output)
    const { value, done } = await steps.next(text)
    if (done) {
      const finishReason = { unified: 'stop', raw: undefined }
      return { content: [{ type: 'text', text: value }], finishReason, usage, warnings: [] }
    }
    const [toolName, input] = value
    calls += 1
    const call = {
      type: 'tool-call',
      toolCallId: `call_${calls}`,
      toolName,
      input: JSON.stringify(input),
    }
    const finishReason = { unified: 'tool-calls', raw: undefined }
    return { content: [call], finishReason, usage, warnings: [] }
  },
})

const client = await createMCPClient({
  transport: { type: 'http', url, headers: { authorization: `Bearer ${key}` } },
})
try {
  const tools = await client.tools()
  const stopWhen = isStepCount(1000)
  const { text } = await generateText({ model, tools, prompt: 'Print a vase.', stopWhen })
  console.log(JSON.stringify({ tools: Object.keys(tools).length, said: text, seen }))
} finally {
  await client.close()
}
