// The rows of a farm that has run for two years, as SQL that the database executes. All values are
// derived from the number of an order (1 is the newest), so every database of the same size has
// the same rows except for their times.

import { codeAlphabet } from '../../server/domain/orders/record/code.ts'
import { measurementVersion } from '../../server/wiring/geometry/measurement-version.ts'

export type GrowthSize = {
  readonly orders: number
  readonly accounts: number
  readonly models: number
  /** Number of the newest orders, which have not shipped. */
  readonly open: number
}

/** The orders are spread evenly over this many days. */
export const historyDays = 730

/** 5 million orders have 50,000 accounts, a million models and 3,000 open orders. */
export const sizeOf = (orders: number): GrowthSize => ({
  orders,
  accounts: Math.ceil(orders / 100),
  models: Math.ceil(orders / 5),
  open: Math.ceil((orders * 6) / 10_000),
})

type Range = { readonly from: number; readonly to: number }

const list = (words: readonly string[]) => `(array[${words.map((word) => `'${word}'`).join(', ')}])`
const materials = list(['pla', 'pla', 'petg', 'pla', 'abs', 'petg', 'asa', 'pla', 'tpu', 'pla'])
const colorNames = ['Black', 'White', 'Gray', 'Red', 'Blue', 'Sunny Orange', 'Green', 'Default']
const colors = list(colorNames)
const countries = list(['US', 'US', 'US', 'DE', 'CA', 'GB'])
const firstNames = list(['Ada', 'Grace', 'Linus', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Zoë'])
const letter = (place: number) =>
  `substr('${codeAlphabet}', 1 + (n / ${codeAlphabet.length ** place})::int % ${codeAlphabet.length}, 1)`
const letters = [5, 4, 3, 2, 1, 0].map(letter).join(' || ')

const orderId = `md5('order ' || n)::uuid`
const jobId = `md5('job ' || n)::uuid`
const sha256Of = (model: string) => `encode(sha256(('model ' || ${model})::bytea), 'hex')`
const uriOf = (model: string) => `'gs://svc-local/models/' || ${sha256Of(model)} || '.stl'`

/**
 * The share of accounts falls with the cube: the largest of 50,000 accounts has 2.7 % of the
 * orders.
 */
const accountOf = (accounts: number) =>
  `'growth-' || floor(${accounts} * power((hashint8(n) & 2147483647)::float8 / 2147483648, 3))::int`

/**
 * Same words as `order_search_words` returns for these rows, at a tenth of the time. The fill
 * compares some of them.
 */
const searchWords = `array_to_tsvector(array(select distinct word from unnest(array[
    ${[5, 6, 7, 8, 9, 10, 11].map((start) => `lower(substr(orders.code, ${start}))`).join(', ')},
    lower(translate(split_part(recipient_name, ' ', 1), 'ë', 'e')), lower(split_part(recipient_name, ' ', 2)), orders.email,
    split_part(orders.email, '@', 1), 'example', 'com', 'part', model::text, 'stl', 'springfield', 'il', zip, lower(country), material,
    lower(split_part(color, ' ', 1)), lower(split_part(color, ' ', 2))
  ]) as word where word <> ''))`

/** Rows that must exist before the orders. `until`: the time of the newest order. */
export const accountsAndModels = ({ accounts, models }: GrowthSize, until: string) => [
  `insert into accounts (id, email, credits)
    select 'growth-' || n, 'customer' || n || '@example.com', 0 from generate_series(0, ${accounts - 1}) as n`,
  `insert into models (account_id, uri, file_name, sha256, size_bytes, format, created_at)
    select ${accountOf(accounts)}, ${uriOf('n')}, 'part-' || n || '.stl', ${sha256Of('n')}, 40000 + n % 900000, 'stl', ${ageOf(models, until)}
    from generate_series(1::bigint, ${models}) as n order by n desc`,
  `insert into generations (id, account_id, mode, model_uri, preview_uri, file_name, format, created_at)
    select md5('generation ' || n)::uuid::text, ${accountOf(accounts)}, 'upload', ${uriOf('n')}, ${uriOf('n')}, 'part-' || n || '.stl', 'stl', ${ageOf(models, until)}
    from generate_series(1::bigint, ${models}) as n order by n desc`,
  `insert into measurements (sha256, format, units, core_version, outcome, created_at)
    select ${sha256Of('n')}, 'stl', '', ${measurementVersion}, ${measurement}, ${ageOf(models, until)}
    from generate_series(1::bigint, ${models}) as n order by n desc`,
  `insert into print_estimates (sha256, format, units, settings, core_version, outcome, created_at)
    select ${sha256Of('n')}, 'stl', '', 'standard/0.2/0.4/20/standard', ${measurementVersion},
      jsonb_build_object('kind', 'estimated', 'filamentCm3', 12.5, 'seconds', 3600 + n % 9000, 'layers', 120, 'rangePercent', 10), ${ageOf(models, until)}
    from generate_series(1::bigint, ${models}) as n order by n desc`,
]

const ageOf = (count: number, until: string) =>
  `'${until}'::timestamptz - n * interval '${(historyDays * 86_400) / count} seconds'`

const measurement = `jsonb_build_object('kind', 'mesh', 'report', jsonb_build_object('unit', 'mm', 'unitSource', 'default', 'triangles', 900,
      'dimensionsMm', jsonb_build_array(40, 30, 20), 'volumeCm3', 10 + n % 40, 'surfaceCm2', 52, 'watertight', true, 'boundaryEdges', 0,
      'nonManifoldEdges', 0, 'degenerateTriangles', 0, 'components', 1, 'maxOverhangDeg', 45))`

/**
 * Orders `to` to `from`, oldest first, with all their data. One in 50 was cancelled and refunded, and one in 400 was rejected and
 * not refunded. 2 % were never paid: declined, abandoned after a charge that was not made, or left on the payment page. A tenth is
 * from the website, half of that with three lines. Emails are kept for 90 days and events of the card processor for 60, as in the
 * sweep.
 */
export const ordersOf = (size: GrowthSize, until: string, { from, to }: Range) => {
  const perDay = size.orders / historyDays
  return [
    `create temporary table filling on commit drop as
      select n, ${orderId} as id, placed, status, is_web, is_web and n % 20 = 3 as has_lines,
        case when is_web then 'CART-' else 'SVC-' end || ${letters} as code, ${accountOf(size.accounts)} as account_id,
        case when status <> 'PENDING_PAYMENT' then 'succeeded' when n % 100 = 7 then 'declined' when n % 200 = 9 then 'not_made' else 'none' end as charge,
        1 + n % ${size.models} as model, 1 + n % 4 as quantity, 400 + n % 3000 as print_cents
      from (select n, ${ageOf(size.orders, until)} as placed, n % 10 = 3 as is_web,
          case when n <= ${size.open} then ${list(['RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED'])}[1 + (4 * (n - 1) / ${size.open})]
            when n % 100 = 7 or n % 200 in (9, 111) then 'PENDING_PAYMENT' when n % 50 = 0 then 'CANCELLED' when n % 400 = 1 then 'REJECTED'
            when n % 9 = 0 or n <= ${Math.ceil(perDay * 5)} then 'SHIPPED' else 'DELIVERED' end as status
        from generate_series(${to}::bigint, ${from}, -1) as n) as numbered`,
    `insert into quotes (id, account_id, country, material, quality, quantity, color, infill, nozzle_diameter, nozzle_flow, layer_height,
        print_cents, shipping_cents, total_cents, grams_per_part, centihours_per_part, file_uri, file_name, file_sha256, file_size_bytes,
        file_format, measurement, created_at, expires_at, spent_at)
      select 'quote_' || md5('quote ' || n), account_id, 'US', 'pla', 'standard', quantity, 'Black', 20, 0.4, 'standard', 0.2, print_cents, 700,
        print_cents + 700, 12, 90, ${uriOf('model')}, 'part-' || model || '.stl', ${sha256Of('model')}, 40000, 'stl',
        jsonb_build_object('source', 'geometry', 'dimensionsMm', jsonb_build_array(40, 30, 20), 'unit', 'mm', 'volumeCm3', 12, 'grams', 12,
          'hours', 0.9, 'layers', null, 'marginPercent', 12, 'warnings', jsonb_build_array()),
        placed - interval '5 minutes', placed + interval '25 minutes', placed
      from filling where n % 5 = 1 order by n desc`,
    `insert into orders (id, code, account_id, source, status, paid, material, quality, quantity, color, infill, nozzle_diameter,
        nozzle_flow, layer_height, recipient_name, street1, city, state, zip, country, email, print_cents, shipping_cents, total_cents,
        grams_per_part, centihours_per_part, file_uri, file_name, file_sha256, file_size_bytes, file_format, idempotency_key, quote_id,
        credential, charge_state, charge_checked_at, payment_id, checkout_session_id, unpaid_reason, tracking, version, refunded_cents,
        held_reason, held_at, held_by, due_at, line_count, lines_grams, lines_centihours, created_at, updated_at)
      select id, code, account_id, case when is_web then 'web' when n % 5 = 1 then 'mcp' else 'rest' end, status, status <> 'PENDING_PAYMENT',
        ${materials}[1 + n % 10], 'standard', quantity + case when has_lines then 3 else 0 end, ${colors}[1 + n % ${colorNames.length}], 20, 0.4, 'standard', 0.2,
        ${firstNames}[1 + n % 8] || ' Customer' || n % 9973, n || ' Main Street', 'Springfield', 'IL', lpad((n % 99999)::text, 5, '0'),
        ${countries}[1 + n % 6], 'customer' || n % 99991 || '@example.com', print_cents, 700, print_cents + 700, 10 + n % 90, 50 + n % 400,
        ${uriOf('model')}, 'part-' || model || '.stl', ${sha256Of('model')}, 40000 + model % 900000, 'stl',
        case when n % 2 = 0 and not is_web then 'key-' || n end, case when n % 5 = 1 then 'quote_' || md5('quote ' || n) end,
        case when is_web then null else 'api_key' end, charge, placed, case when status <> 'PENDING_PAYMENT' then 'pi_' || md5('payment ' || n) end,
        case when status = 'PENDING_PAYMENT' and charge = 'none' then 'cs_' || n end,
        case when charge in ('declined', 'not_made') then 'Your card was declined.' end,
        case when status in ('SHIPPED', 'DELIVERED') then jsonb_build_object('carrier', 'UPS', 'number', '1Z' || n,
          'url', 'https://www.ups.com/track?tracknum=1Z' || n, 'shippedAt', placed + interval '7 hours') end,
        case when status = 'PENDING_PAYMENT' then 1 else 4 end, case when status = 'CANCELLED' then print_cents + 700 else 0 end,
        case when status = 'RECEIVED' and n % 40 = 0 then 'Wall thinner than 0.8 mm: asked the customer.' end,
        case when status = 'RECEIVED' and n % 40 = 0 then placed + interval '5 minutes' end,
        case when status = 'RECEIVED' and n % 40 = 0 then 'ada@farm.example' end,
        case when status <> 'PENDING_PAYMENT' then placed + case when n % 97 = 5 then interval '1 hour' else interval '6 days' end end,
        case when has_lines then 3 else 1 end, case when has_lines then 200 end, case when has_lines then 900 end, placed,
        least('${until}', placed + interval '3 days')
      from filling order by n desc`,
    `insert into order_lines (order_id, place, material, quality, quantity, color, infill, nozzle_diameter, nozzle_flow, layer_height,
        file_uri, file_name, file_sha256, file_size_bytes, file_format, print_cents, grams_per_part, centihours_per_part)
      select id, place, case place when 1 then ${materials}[1 + n % 10] else 'abs' end, 'standard', case place when 1 then quantity else place - 1 end,
        'Red', 20, 0.4, 'standard', 0.2, ${uriOf('model')}, 'part-' || model || '.stl', ${sha256Of('model')}, 40000, 'stl', 100, 20, 100
      from filling, generate_series(1, 3) as place where has_lines order by n desc, place`,
    `insert into refunds (id, order_id, request_key, payment_id, amount_cents, reason, requested_by, state, processor_refund_id, created_at)
      select md5('refund ' || n)::uuid, id, 'cancelled', 'pi_' || md5('payment ' || n), print_cents + 700, 'Cancelled by the customer.', 'ada@farm.example', 'succeeded',
        're_' || n, placed + interval '2 hours'
      from filling where status = 'CANCELLED' order by n desc`,
    // Booked like the triggers do it, so that comparisons with the ledger agree.
    `insert into money_movements (booked_at, kind, debit, credit, cents, order_id, refund_id, processor_id, source)
      select placed, 'charge', 'processor', 'orders', print_cents + 700, id, null::uuid, 'pi_' || md5('payment ' || n), 'charge:' || id
      from filling where status <> 'PENDING_PAYMENT'
      union all
      select placed + interval '2 hours', 'refund', 'orders', 'processor', print_cents + 700, id, md5('refund ' || n)::uuid, 're_' || n,
        'refund:' || md5('refund ' || n)::uuid || ':1'
      from filling where status = 'CANCELLED'
      order by 1`,
    `insert into order_events (order_id, status, by, at, version, from_status, refund_id, refund_state)
      select * from (
        select id, steps.status, case place when 1 then 'submit' when 2 then 'payment' else 'ada@farm.example' end,
          least('${until}', placed + steps.hours * interval '1 hour' * (0.5 + (n % 10) / 10.0)) as at, place, before, null::uuid, null
        from filling join (values (1, 'PENDING_PAYMENT', 0, null), (2, 'RECEIVED', 0.002, 'PENDING_PAYMENT'), (3, 'ACCEPTED', 0.5, 'RECEIVED'),
            (4, 'PRINTING', 1.5, 'ACCEPTED'), (5, 'PRINTED', 4, 'PRINTING'), (6, 'SHIPPED', 7, 'PRINTED'), (7, 'DELIVERED', 80, 'SHIPPED')) as steps (place, status, hours, before)
          on steps.place <= case filling.status when 'PENDING_PAYMENT' then 1 when 'RECEIVED' then 2 when 'ACCEPTED' then 3 when 'PRINTING' then 4
            when 'PRINTED' then 5 when 'SHIPPED' then 6 when 'DELIVERED' then 7 else 2 end
        union all
        select id, status, 'ada@farm.example', placed + interval '2 hours', 3, 'RECEIVED', null, null from filling where status in ('CANCELLED', 'REJECTED')
        union all
        select id, status, 'ada@farm.example', placed + interval '2 hours', 4, 'CANCELLED', md5('refund ' || n)::uuid, 'succeeded' from filling where status = 'CANCELLED'
      ) as events order by at, place`,
    `insert into order_search (order_id, words) select id, ${searchWords} from orders join filling using (id) order by n desc`,
    `insert into order_notes (id, order_id, by, text, at)
      select md5('note ' || n)::uuid, id, 'ada@farm.example', 'Asked the customer for a thicker wall.', placed + interval '5 minutes'
      from filling where n % 20 = 0 order by n desc`,
    `insert into print_jobs (id, order_id, plate, parts, state, material, color, nozzle_diameter, centihours, file_kind, own_kind, due_at, good,
        scrap, printer, lease, leased_until, progress, heartbeat_at, created_by, created_at, claimed_at, finished_at)
      select ${jobId}, id, 1, quantity, state, ${materials}[1 + n % 10], ${colors}[1 + n % ${colorNames.length}], 0.4, (50 + n % 400) * quantity,
        'model', 'model', placed + interval '6 days', case when state = 'done' then quantity end, case when state = 'done' then 0 end,
        case when state in ('done', 'claimed') then 'printer-' || n % 60 end, case when state = 'claimed' then ${jobId} end,
        case when state = 'claimed' then now() + interval '30 days' end, case when state = 'claimed' then 0.5 end,
        case when state = 'claimed' then now() end, 'ada@farm.example', placed + interval '20 minutes',
        case when state in ('done', 'claimed') then placed + interval '40 minutes' end,
        case when state = 'done' then least('${until}', placed + (1 + n % 2) * interval '1 hour') end
      from (select *, case when status in ('PRINTED', 'SHIPPED', 'DELIVERED') then 'done' when status = 'PRINTING' and n % 12 = 0 then 'claimed'
        when n % 40 = 0 then 'failed' else 'queued' end as state from filling where status in ('ACCEPTED', 'PRINTING', 'PRINTED', 'SHIPPED', 'DELIVERED')) as accepted
      order by n desc`,
    `insert into print_job_events (job_id, kind, by, at)
      select * from (
        select id, 'queued' as kind, 'ada@farm.example', created_at as at from print_jobs where order_id in (select id from filling)
        union all
        select id, 'claimed', printer, claimed_at from print_jobs where order_id in (select id from filling) and claimed_at is not null
        union all
        select id, state, coalesce(printer, 'ada@farm.example'), coalesce(finished_at, created_at) from print_jobs
          where order_id in (select id from filling) and state in ('done', 'failed')
      ) as events order by at`,
    `insert into printers (name) select distinct printer from print_jobs where printer is not null on conflict do nothing`,
    `insert into emails (id, order_id, kind, recipient, subject, body, sent_at, queued, created_at)
      select md5('mail ' || n)::uuid, id, 'confirmation', 'customer' || n % 99991 || '@example.com', 'Order ' || code,
        repeat('Thank you for your order. We start to print it soon. ', 20), placed, false, placed
      from filling where status <> 'PENDING_PAYMENT' and placed > '${until}'::timestamptz - interval '90 days' order by n desc`,
    `insert into processor_events (id, type, received_at)
      select 'evt_' || md5('event ' || n), 'payment_intent.succeeded', placed
      from filling where status <> 'PENDING_PAYMENT' and placed > '${until}'::timestamptz - interval '60 days' order by n desc`,
    `insert into idempotency_keys (account_id, key, request_hash, answer, claimed_at, created_at)
      select account_id, 'key-' || n, md5('request ' || n), jsonb_build_object('status', 201, 'body', jsonb_build_object('code', code)), placed, placed
      from filling where n % 2 = 0 and not is_web and placed > '${until}'::timestamptz - interval '25 hours' order by n desc`,
    `insert into operator_actions (at, by, kind, subject, detail)
      select placed + interval '1 hour', 'ada@farm.example', 'mail_resent', code, '{}' from filling where n % 5 = 0 order by n desc`,
    `insert into tickets (id, source, state, order_code, order_id, name, email, waiting_since, created_at, updated_at)
      select md5('ticket ' || n)::uuid, 'form', case when n < 20000 then 'open' else 'closed' end, code, id, 'Customer', 'customer' || n % 99991 || '@example.com',
        case when n < 20000 and n % 200 = 0 then placed end, placed, placed
      from filling where n % 100 = 0 order by n desc`,
    `insert into ticket_messages (id, ticket_id, author, by, body, at)
      select md5('message ' || n)::uuid, md5('ticket ' || n)::uuid, 'customer', null, 'When does it arrive?', placed
      from filling where n % 100 = 0 order by n desc`,
  ]
}

/**
 * Counts orders whose search words differ from those that the service writes; 0 unless one of the
 * two implementations was changed.
 */
export const wrongSearchWords = `select count(*)::int as wrong from (select * from orders order by created_at desc limit 300) as orders
  join order_search on order_id = orders.id
  where words <> order_search_words(orders.code, recipient_name, email, file_name, city, state, zip, country, phone, material, color)`
