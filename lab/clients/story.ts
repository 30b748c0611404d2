// The task of python/story.py for the clients that run in TypeScript, and the view that their user had of each tool's
// result.
import * as v from 'valibot'

const record = v.record(v.string(), v.unknown())
const resultSchema = v.looseObject({
  content: v.array(v.looseObject({ type: v.string(), text: v.optional(v.string()) })),
  structuredContent: v.optional(record),
  isError: v.optional(v.boolean(), false),
})

type Fields = Readonly<Record<string, unknown>>
/** The result of tools/call as the client returns it. */
export type Call = (tool: string, args: Fields) => Promise<unknown>

/** Text that reached a model, or the user of a client that is not a framework. */
export const sightSchema = v.object({
  sentence: v.boolean(),
  json: v.boolean(),
  fields: v.boolean(),
  images: v.number(),
})
export type Sight = v.InferOutput<typeof sightSchema>

export type Story = { readonly said: string; readonly seen: Readonly<Record<string, Sight>> }

const rates = v.object({
  materials: v.array(v.object({ material: v.string(), price_per_gram: v.number() })),
  stock_colors: v.looseTuple([v.object({ name: v.string() })]),
})
const job = v.object({ job_id: v.string() })
const generation = v.object({ status: v.string(), model_url: v.nullable(v.string()) })
const quoted = v.object({ quote_id: v.string() })
const listed = v.object({
  orders: v.array(v.object({ order_code: v.string(), quote_id: v.nullable(v.string()) })),
})
const order = v.object({
  paid: v.boolean(),
  amount: v.number(),
  material: v.string(),
  color: v.string(),
})
const tracked = v.object({ stage: v.string() })

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

export async function runStory(call: Call, link: string): Promise<Story> {
  const seen: Record<string, Sight> = {}
  const ask = async <T>(
    tool: string,
    args: Fields,
    shape: v.GenericSchema<unknown, T>,
  ): Promise<T> => {
    const result = v.parse(resultSchema, await call(tool, args))
    if (result.isError) throw new Error(`${tool}: ${JSON.stringify(result.content)}`)
    const blocks = result.content.map(({ text }) => text ?? '').filter((text) => text !== '')
    seen[tool] = {
      sentence: blocks.some((text) => !text.startsWith('{')),
      json: blocks.some((text) => text.startsWith('{')),
      fields: result.structuredContent !== undefined,
      images: result.content.filter(({ type }) => type === 'image').length,
    }
    return v.parse(shape, result.structuredContent)
  }
  const { materials, stock_colors } = await ask('list_materials', {}, rates)
  const [cheapest] = materials.toSorted((one, other) => one.price_per_gram - other.price_per_gram)
  const material = cheapest?.material
  const color = stock_colors[0].name
  await ask('check_printability', { model_url: link }, record)
  const started = await ask('generate_model', { prompt: 'a small vase', confirm: true }, job)
  let model = await ask('get_generation', started, generation)
  while (model.status !== 'done' && model.status !== 'error') {
    await Bun.sleep(200)
    model = await ask('get_generation', started, generation)
  }
  await ask('quote_print', { model_url: model.model_url, color }, quoted)
  const { quote_id } = await ask('quote_print', { model_url: link, material, color }, quoted)
  await ask('create_print_order', { quote_id, confirm: true, ...address }, record)
  // As after an unconfirmed call: the order is found by its quote alone.
  const { orders } = await ask('list_my_orders', {}, listed)
  const code = orders.find((one) => one.quote_id === quote_id)?.order_code
  const read = await ask('get_order', { code }, order)
  const { stage } = await ask('track_order', { order_code: code, email }, tracked)
  return { said: JSON.stringify({ order_code: code, ...read, stage }), seen }
}
