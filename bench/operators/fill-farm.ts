// Adds rows to a farm's database in addition to its orders and their history: print jobs, the
// search words of orders, and five weeks of metrics.
import type pg from 'pg'

/** Fills the tables for the orders that `fillOrders` wrote. `printers` orders are printing. */
export async function fillFarm(pool: pg.Pool, printers: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set session_replication_role = replica')
    for (const statement of lines) await client.query(statement)
    await client.query(search)
    await client.query(jobs, [printers])
    await client.query(jobEvents)
    await client.query(printerRows)
    await client.query('reset session_replication_role')
    for (const statement of metrics) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

/** Lines of web orders, one order in ten: three lines of a spool, black ABS and red ABS. */
const lines = [
  `update orders set source = 'web', code = 'CART-' || substr(code, 5), line_count = 3, quantity = quantity + 3,
      lines_grams = quantity * grams_per_part + 60, lines_centihours = quantity * centihours_per_part + 300
    where right(code, 1) in ('A', 'K', 'U')`,
  `insert into order_lines (order_id, place, material, quality, quantity, color, infill, nozzle_diameter, nozzle_flow, layer_height,
      units, file_uri, file_name, file_sha256, file_size_bytes, file_format, print_cents, grams_per_part, centihours_per_part)
    select id, place, case when place = 1 then material else 'abs' end, quality, case when place = 1 then orders.quantity - 3 else place - 1 end,
      case place when 1 then color when 2 then 'Black' else 'Red' end, infill, nozzle_diameter, nozzle_flow, layer_height, units,
      file_uri, file_name, file_sha256, file_size_bytes, file_format, 100, case when place = 1 then grams_per_part else 20 end,
      case when place = 1 then centihours_per_part else 100 end
    from orders, generate_series(1, 3) as place where line_count = 3`,
]

const search = `insert into order_search (order_id, words)
  select id, order_search_words(code, recipient_name, email, file_name, city, state, zip, country, phone, material, color)
  from orders on conflict do nothing`

/**
 * One job for each accepted order: done, running on a printer, waiting, failed (one in 40) or
 * withdrawn with its order.
 */
const jobs = `insert into print_jobs (id, order_id, plate, parts, state, material, color, nozzle_diameter, centihours, file_kind,
    own_kind, due_at, good, scrap, printer, lease, leased_until, progress, heartbeat_at, created_by, created_at, claimed_at, finished_at)
  select gen_random_uuid(), id, 1, quantity, outcome, material, color, nozzle_diameter, centihours_per_part * quantity, 'plates', 'plates', due_at,
    case when outcome = 'done' then quantity end, case when outcome = 'done' then 0 end,
    case when outcome in ('done', 'claimed') then 'printer-' || n % $1::int end,
    case when outcome = 'claimed' then gen_random_uuid() end, case when outcome = 'claimed' then now() + interval '1 hour' end,
    case when outcome = 'claimed' then 0.5 end, case when outcome = 'claimed' then now() end,
    'ada@farm.example', created_at + interval '1 hour',
    case when outcome in ('done', 'claimed') then created_at + interval '2 hours' end,
    case when outcome in ('done', 'cancelled') then least(now(), created_at + interval '5 hours' + n % 300 * interval '1 minute') end
  from (
    select *, case when status in ('PRINTED', 'SHIPPED', 'DELIVERED') then 'done' when status in ('CANCELLED', 'REJECTED') then 'cancelled'
      when place <= $1::int and status = 'PRINTING' then 'claimed' when n % 40 = 0 then 'failed' else 'queued' end as outcome
    from (select *, row_number() over (order by created_at) as n, row_number() over (partition by status order by created_at) as place
      from orders where status not in ('RECEIVED', 'PENDING_PAYMENT')) as numbered
  ) as accepted`

const printerRows = `insert into printers (name, state, job_id)
  select distinct on (printer) printer, case state when 'done' then 'ready' else 'printing' end, case when state = 'claimed' then id end
  from print_jobs where printer is not null order by printer, state`

const jobEvents = `insert into print_job_events (job_id, kind, by, at)
  select id, 'queued', 'ada@farm.example', created_at from print_jobs
  union all select id, 'claimed', coalesce(printer, ''), claimed_at from print_jobs where claimed_at is not null
  union all select id, state, coalesce(printer, ''), finished_at from print_jobs where finished_at is not null`

/** 60 routes and 13 tools, each used every minute. */
const series = `insert into metric_totals (name, labels, value, sum, buckets)
  select 'http_requests_total', jsonb_build_object('method', 'GET', 'route', '/route/' || route, 'status_class', class), 1e6, null, null
    from generate_series(1, 60) as route, unnest(array['2xx', '4xx']) as class
  union all
  select 'http_request_duration_seconds', jsonb_build_object('method', 'GET', 'route', '/route/' || route), 1e6, 1e4,
    array(select greatest(0, 100 - abs(bucket - 5 - route / 6) * 20) from generate_series(1, 24) as bucket)
    from generate_series(1, 60) as route
  union all
  select 'mcp_tool_duration_seconds', jsonb_build_object('tool', 'tool_' || tool), 1e6, 1e4, array_fill(7, array[24])
    from generate_series(1, 13) as tool
  on conflict do nothing`

const metrics = [
  series,
  `insert into metric_counts (series, seconds, at, counts)
    select total.id, seconds, at, array_fill(7::float8, array[slots])
    from (values (60, 60, 2), (3600, 24, 35)) as width (seconds, slots, days),
      date_bin(make_interval(secs => seconds * slots), now(), 'epoch') as newest,
      generate_series(newest - make_interval(days => days), newest, make_interval(secs => seconds * slots)) as at,
      metric_totals as total
    where total.buckets is null
    on conflict do nothing`,
  `insert into metric_histograms (series, seconds, at, value, sum, buckets)
    select total.id, seconds, at, 7, total.sum, total.buckets
    from (values (60, 2), (3600, 35), (86400, 35)) as width (seconds, days),
      date_bin(make_interval(secs => seconds), now(), 'epoch') as newest,
      generate_series(newest - make_interval(days => days), newest, make_interval(secs => seconds)) as at,
      metric_totals as total
    where total.buckets is not null
    on conflict do nothing`,
]
