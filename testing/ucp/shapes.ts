// Requirements of the Universal Commerce Protocol, version 2026-08-25, on a profile, a checkout and an error, as far
// as this service sends them: https://ucp.dev/specification/checkout and https://ucp.dev/specification/overview.
// Members that the protocol does not name are allowed, as in the protocol.
import * as v from 'valibot'

const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'no time of RFC 3339'),
)
const uri = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text), 'no URI'),
)
const version = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'no version'))
/** A name such as `dev.ucp.shopping.checkout`. */
const reverseDomainName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9_-]*)+$/, 'no name by reversed domain'),
)
const registryOf = <Entry extends v.GenericSchema>(entry: Entry) =>
  v.record(reverseDomainName, v.array(entry))

const entity = {
  version,
  spec: v.optional(uri),
  schema: v.optional(uri),
  id: v.optional(v.string()),
}

/** Minor units of the currency. */
const amount = v.pipe(v.number(), v.safeInteger())

const total = v.pipe(
  v.looseObject({ type: v.string(), amount, display_text: v.optional(v.string()) }),
  v.check(
    ({ type, amount: cents }) => !['discount', 'items_discount'].includes(type) || cents < 0,
    'a discount is negative',
  ),
  v.check(
    ({ type, amount: cents }) =>
      !['subtotal', 'fulfillment', 'tax', 'fee'].includes(type) || cents >= 0,
    'only a discount is negative',
  ),
)

const knownTotals = ['subtotal', 'items_discount', 'discount', 'fulfillment', 'tax', 'fee', 'total']
const totals = v.pipe(
  v.array(
    v.pipe(
      total,
      v.check(
        ({ type, display_text }) => knownTotals.includes(type) || display_text !== undefined,
        'a total of another type has a display_text',
      ),
    ),
  ),
  v.check(
    (all) =>
      ['subtotal', 'total'].every((type) => all.filter((each) => each.type === type).length === 1),
    'one subtotal and one total',
  ),
)

const contentType = v.optional(v.picklist(['plain', 'markdown']))
const message = v.variant('type', [
  v.looseObject({
    type: v.literal('error'),
    code: v.string(),
    content: v.string(),
    content_type: contentType,
    path: v.optional(v.string()),
    severity: v.picklist([
      'recoverable',
      'requires_buyer_input',
      'requires_buyer_review',
      'unrecoverable',
    ]),
  }),
  v.looseObject({
    type: v.literal('warning'),
    code: v.string(),
    content: v.string(),
    content_type: contentType,
    path: v.optional(v.string()),
  }),
  v.looseObject({
    type: v.literal('info'),
    content: v.string(),
    content_type: contentType,
    code: v.optional(v.string()),
    path: v.optional(v.string()),
  }),
])

const shapes = {
  profile: v.looseObject({
    ucp: v.looseObject({
      version,
      services: registryOf(
        v.looseObject({
          ...entity,
          transport: v.picklist(['rest', 'mcp', 'a2a', 'embedded']),
          endpoint: uri,
        }),
      ),
      capabilities: v.optional(registryOf(v.looseObject({ ...entity, schema: uri }))),
      payment_handlers: registryOf(v.looseObject(entity)),
      supported_versions: v.optional(v.record(version, uri)),
    }),
  }),
  permalink: v.looseObject({
    ...entity,
    schema: uri,
    config: v.looseObject({
      // Without a query, a fragment or a trailing slash.
      endpoint: v.pipe(
        v.string(),
        v.regex(/^https:\/\/[^/?#\s\\@]+(?:\/[^?#\s\\]*[^/?#\s\\])?$/, 'no endpoint'),
      ),
    }),
  }),
  checkout: v.looseObject({
    ucp: v.looseObject({
      version,
      status: v.optional(v.picklist(['success', 'error'])),
      capabilities: v.optional(registryOf(v.looseObject(entity))),
      payment_handlers: registryOf(v.looseObject(entity)),
    }),
    id: v.string(),
    status: v.picklist([
      'incomplete',
      'requires_escalation',
      'ready_for_complete',
      'complete_in_progress',
      'completed',
      'canceled',
    ]),
    currency: v.string(),
    line_items: v.array(
      v.looseObject({
        id: v.string(),
        item: v.looseObject({
          id: v.string(),
          title: v.string(),
          price: v.pipe(amount, v.minValue(0)),
          image_url: v.optional(uri),
        }),
        quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
        totals: v.array(total),
        parent_id: v.optional(v.string()),
      }),
    ),
    totals,
    messages: v.optional(v.array(message)),
    links: v.array(v.looseObject({ type: v.string(), url: uri, title: v.optional(v.string()) })),
    expires_at: v.optional(moment),
    continue_url: v.optional(uri),
  }),
  error: v.strictObject({
    ucp: v.looseObject({ version, status: v.literal('error') }),
    messages: v.pipe(v.array(message), v.minLength(1)),
    continue_url: v.optional(uri),
  }),
} as const

/** Returns every violation with its path. */
export function violationsOf(name: keyof typeof shapes, value: unknown): readonly string[] {
  const { issues = [] } = v.safeParse<v.GenericSchema>(shapes[name], value)
  return issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`)
}
