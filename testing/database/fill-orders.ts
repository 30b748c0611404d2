// Many orders with a history, written by the database itself: for pages and queries of a farm that has run for a
// year.
import type pg from 'pg'

export type FillOptions = {
  readonly orders: number
  /** Number of days, ending now, over which the orders are spread evenly. */
  readonly days: number
  /** Number of the newest orders that have not shipped. */
  readonly open: number
}

/**
 * Writes the same rows on every run, for an account `farm`: five materials, twelve colors, 1 to 4 parts. A quarter
 * each of the open ones is received, accepted, printing and printed, some of them late and some held. One in 50 was
 * cancelled and refunded, one in 400 was rejected and not refunded.
 */
export async function fillOrders(
  pool: pg.Pool,
  { orders, days, open }: FillOptions,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(
      "insert into accounts (id, email) values ('farm', 'buyer@example.com') on conflict do nothing",
    )
    // Triggers are off, because the search words of orders take most of the time and are not needed.
    await client.query('set session_replication_role = replica')
    for (const statement of statements) {
      const used = [orders, days, open].filter((_, index) => statement.includes(`$${index + 1}`))
      await client.query(statement, used)
    }
    await client.query('analyze')
  } finally {
    client.release(true)
  }
}

const list = (words: readonly string[]) => `(array[${words.map((word) => `'${word}'`).join(', ')}])`
const materials = list(['pla', 'pla', 'petg', 'pla', 'abs', 'petg', 'asa', 'pla', 'tpu', 'pla'])
const colors = list([
  'Black',
  'White',
  'Black',
  'Gray',
  'Red',
  'Black',
  'Blue',
  'Sunny Orange',
  'White',
  'Default',
  'Green',
  'Yellow',
])
const countries = list(['US', 'US', 'US', 'DE', 'CA', 'GB'])
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const letter = (place: number) => `substr('${codeLetters}', 1 + (n / ${31 ** place})::int % 31, 1)`

const statements = [
  // $1 orders, $2 days, $3 open. n = 1 is the newest.
  `create temporary table filling as
    select n, gen_random_uuid() as id,
      'SVC-' || ${[5, 4, 3, 2, 1, 0].map(letter).join(' || ')} as code,
      now() - n * ($2::float8 / $1::float8) * interval '1 day' as placed,
      case when n <= $3::int then (array['RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED'])[1 + (4 * (n - 1) / $3::int)]
        when n % 50 = 0 then 'CANCELLED' when n % 400 = 1 then 'REJECTED' when n % 9 = 0 then 'SHIPPED' else 'DELIVERED' end as status
    from generate_series(1, $1::int) as n`,
  `insert into orders (id, code, account_id, source, status, paid, material, quality, quantity, color, infill, nozzle_diameter,
      nozzle_flow, layer_height, recipient_name, street1, city, state, zip, country, email, print_cents, shipping_cents, total_cents,
      grams_per_part, centihours_per_part, file_uri, file_name, file_sha256, file_size_bytes, file_format, charge_state, payment_id,
      refunded_cents, held_reason, held_at, held_by, due_at, created_at, updated_at)
    select id, code, 'farm', case when n % 3 = 0 then 'mcp' else 'rest' end, status, true, ${materials}[1 + n % 10], 'standard', 1 + n % 4,
      ${colors}[1 + n % 12], 20, 0.4, 'standard', 0.2, 'Customer ' || n % 997, n || ' Main Street', 'Springfield', 'IL', '62701',
      ${countries}[1 + n % 6], 'customer' || n % 997 || '@example.com', 400 + n % 3000, 700, 1100 + n % 3000, 10 + n % 90,
      50 + n % 400, 'gs://svc-local/models/x.stl', 'part-' || n % 500 || '.stl', 'x', 684, 'stl', 'succeeded', id::text,
      case when status = 'CANCELLED' then 1100 + n % 3000 else 0 end,
      case when status = 'RECEIVED' and n % 40 = 0 then 'Wall thinner than 0.8 mm: asked the customer.' end,
      case when status = 'RECEIVED' and n % 40 = 0 then placed + interval '5 minutes' end,
      case when status = 'RECEIVED' and n % 40 = 0 then 'ada@farm.example' end,
      case when n <= 200000 then placed + case when n % 97 = 5 then interval '1 hour' else interval '6 days' end end, placed,
      least(now(), placed + interval '3 days')
    from filling`,
  `insert into refunds (id, order_id, request_key, payment_id, amount_cents, reason, requested_by, state, created_at)
    select gen_random_uuid(), id, 'cancelled', id::text, 1100 + n % 3000, 'Cancelled by the customer.', 'ada@farm.example', 'succeeded',
      placed + interval '2 hours'
    from filling where status = 'CANCELLED'`,
  // Booked as the triggers would do, oldest first: comparisons with the ledger agree.
  `insert into money_movements (booked_at, kind, debit, credit, cents, order_id, refund_id, processor_id, source)
    select placed, 'charge', 'processor', 'orders', 1100 + n % 3000, id, null::uuid, id::text, 'charge:' || id from filling
    union all
    select refunds.created_at, 'refund', 'orders', 'processor', amount_cents, order_id, refunds.id, null, format('refund:%s:1', refunds.id)
    from refunds join filling on filling.id = order_id
    order by 1`,
  `insert into order_events (order_id, status, by, at, version)
    select id, steps.status, 'fill', least(now(), placed + steps.hours * interval '1 hour' * (0.5 + (n % 10) / 10.0)), place
    from filling join (values (1, 'PENDING_PAYMENT', 0), (2, 'RECEIVED', 0.01), (3, 'ACCEPTED', 1), (4, 'PRINTING', 4), (5, 'PRINTED', 10),
        (6, 'SHIPPED', 26), (7, 'DELIVERED', 80)) as steps (place, status, hours)
      on steps.place <= case filling.status when 'RECEIVED' then 2 when 'ACCEPTED' then 3 when 'PRINTING' then 4 when 'PRINTED' then 5
        when 'SHIPPED' then 6 when 'DELIVERED' then 7 else 2 end
    order by placed + steps.hours * interval '1 hour'`,
  `insert into order_events (order_id, status, by, at, version)
    select id, status, 'fill', placed + interval '2 hours', 3 from filling where status in ('CANCELLED', 'REJECTED')`,
  `insert into order_events (order_id, status, by, at, version, refund_id, refund_state)
    select filling.id, status, 'fill', placed + interval '2 hours', 4, refunds.id, 'succeeded'
    from filling join refunds on refunds.order_id = filling.id`,
  `insert into emails (id, order_id, kind, recipient, subject, body, sent_at, created_at)
    select gen_random_uuid(), id, 'confirmation', 'customer@example.com', 'Order ' || code, 'Thank you.',
      case when n not in (3, 7) then placed end, placed - interval '1 hour'
    from filling where n <= 20000`,
  'drop table filling',
]
