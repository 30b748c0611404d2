// Writes hundreds of thousands of orders in one statement: a farm after some years, with most
// orders delivered.
import type pg from 'pg'
import { codeAlphabet } from '../../server/domain/orders/record/code.ts'

export type Seed = {
  readonly orders: number
  /** Number of the newest orders, which are not delivered yet. */
  readonly open: number
}

/**
 * Inserts the orders. Codes, customers, files and settings are derived from the order's number, so
 * that a search has a known result.
 */
export async function seedOrders(pool: pg.Pool, { orders, open }: Seed): Promise<void> {
  await pool.query(
    "insert into accounts (id, email) values ('bench', 'bench@example.com') on conflict do nothing",
  )
  // Use one connection, because the statement timeout is set for it.
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(statement, [orders, open])
    await client.query(events)
    await client.query('analyze orders, order_search, order_events')
  } finally {
    await client.query('reset statement_timeout')
    client.release()
  }
}

const letter = (divisor: number): string =>
  `substr('${codeAlphabet}', 1 + (n / ${divisor}) % ${codeAlphabet.length}, 1)`
const pick = (words: readonly string[], factor: number): string =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + (n * ${factor}) % ${words.length}]`

const first = [
  'Ada',
  'Grace',
  'Linus',
  'Alan',
  'Edsger',
  'Barbara',
  'Donald',
  'Margaret',
  'Müzeyyen',
  'Zoë',
]
const last = [
  'Lovelace',
  'Hopper',
  'Torvalds',
  'Turing',
  'Dijkstra',
  'Liskov',
  'Knuth',
  'Hamilton',
  'Şahin',
  'Ångström',
]
const parts = [
  'bracket',
  'vase',
  'gear',
  'hinge',
  'mount',
  'cover',
  'spacer',
  'knob',
  'clip',
  'adapter',
]

const statement = `
insert into orders (id, code, account_id, source, status, paid, payment_id, material, quality, quantity, color, infill,
  nozzle_diameter, nozzle_flow, layer_height, note, recipient_name, street1, city, state, zip, country, email,
  print_cents, shipping_cents, total_cents, grams_per_part, centihours_per_part,
  file_uri, file_name, file_sha256, file_size_bytes, file_format, charge_state, due_at, version, created_at, updated_at)
select gen_random_uuid(), 'SVC-' || ${[1, 31, 961, 29791, 923521, 28629151].map(letter).join(' || ')}, 'bench', 'rest',
  case when n > $1::int - $2::int then ${pick(['RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED'], 7)}
    when n % 50 = 0 then 'CANCELLED' when n % 41 = 0 then 'PENDING_PAYMENT' when n % 37 = 0 then 'SHIPPED' else 'DELIVERED' end,
  n > $1::int - $2::int or n % 50 = 0 or n % 41 <> 0,
  case when n > $1::int - $2::int or n % 50 = 0 or n % 41 <> 0 then 'pi_' || n end,
  ${pick(['pla', 'petg', 'abs', 'asa', 'tpu', 'pla', 'pla', 'petg'], 3)}, 'standard', 1 + n % 4,
  ${pick(['Black', 'White', 'Red', 'Cyan', 'Green', 'Silver', 'Yellow'], 5)}, 20,
  (array[0.4, 0.4, 0.4, 0.6, 0.2])[1 + n % 5], 'standard', 0.2,
  case when n % 9 = 0 then 'Please pack it twice.' end,
  ${pick(first, 3)} || ' ' || ${pick(last, 7)}, n || ' Main Street', ${pick(['Springfield', 'Rivertown', 'Köln', 'Lyon'], 1)}, 'IL',
  lpad((n % 99999)::text, 5, '0'), ${pick(['US', 'US', 'US', 'DE', 'FR', 'CA'], 1)},
  'customer' || n || '@' || ${pick(['example.com', 'mail.example', 'shop.example'], 1)},
  1200, 700, 1900, 12 + n % 80, 50 + n % 600,
  'gs://svc-local/models/' || md5(n::text) || '.stl', ${pick(parts, 3)} || '_' || n || '.stl', md5(n::text), 40000, 'stl', 'none',
  now() - (($1::int - n) * interval '5 minutes') + interval '7 days', 2,
  now() - (($1::int - n) * interval '5 minutes'), now() - (($1::int - n) * interval '5 minutes')
from generate_series(1, $1::int) as n`

const events = `insert into order_events (order_id, status, by, version, at)
select id, status, 'payment', 2, created_at from orders`
