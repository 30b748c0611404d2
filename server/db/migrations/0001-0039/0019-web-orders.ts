// Orders of the website: several lines in one order, and baskets (decisions.md 37, 38). An order of one line has only its own row.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A printed part and its file: columns shared by orders, their lines and the lines of a basket. */
const part = `material text not null check (material in ('pla', 'petg', 'abs', 'asa', 'tpu')),
    quality text not null check (quality in ('standard', 'premium')),
    quantity integer not null check (quantity between 1 and 50),
    color text not null,
    infill integer not null check (infill between 10 and 100),
    nozzle_diameter double precision not null,
    nozzle_flow text not null check (nozzle_flow in ('standard', 'high')),
    layer_height double precision not null,
    units text check (units in ('mm', 'cm', 'm', 'in')),
    file_uri text not null,
    file_name text not null,
    file_sha256 text not null,
    file_size_bytes bigint not null check (file_size_bytes > 0),
    file_format text not null check (file_format in ('stl', 'glb', '3mf', 'gcode', 'obj'))`

/** The searched columns, as in migration 0015. */
const searched = ['file_name', 'material', 'color'].map((column) => `new.${column}`).join(', ')

const statements = [
  `alter table orders
    drop constraint orders_code_check,
    drop constraint orders_source_check,
    drop constraint orders_quantity_check,
    -- Of an order of several lines: how many, and the sums over all parts. Its other columns of the part are those of the first
    -- line, but for quantity (all parts) and print_cents (all lines).
    add column line_count smallint not null default 1,
    add column lines_grams integer,
    add column lines_centihours integer,
    -- Of the request that a repeat under the same idempotency key must equal.
    add column request_hash text,
    add constraint orders_code_check check (code ~ '^(SVC|CART|ORD|STORE)-[A-HJ-KM-NP-Z2-9]{6}$') not valid,
    add constraint orders_source_check check (case when source = 'web' then code !~ '^SVC-'
      else source in ('rest', 'mcp') and code ~ '^SVC-' end) not valid,
    add constraint orders_lines_check check (line_count between 1 and 50 and (line_count = 1 or source = 'web')
      and (line_count > 1) = (lines_grams is not null) and (line_count > 1) = (lines_centihours is not null)) not valid,
    add constraint orders_quantity_check check (quantity between 1 and 50 * line_count) not valid`,
  "create index orders_unpaid_web on orders (created_at) where source = 'web' and status = 'PENDING_PAYMENT'",
  // The lines of orders with more than one line.
  `create table order_lines (
    order_id uuid not null references orders (id),
    place smallint not null check (place between 1 and 50),
    ${part},
    print_cents integer not null check (print_cents > 0),
    grams_per_part integer not null check (grams_per_part > 0),
    centihours_per_part integer not null check (centihours_per_part >= 0),
    primary key (order_id, place)
  )`,
  `create function add_line_search() returns trigger language plpgsql as $$
    begin
      update order_search set words = words || order_search_words('', ${searched}) where order_id = new.order_id;
      return null;
    end $$`,
  // The first line is in the order's own row.
  `create trigger order_lines_search after insert on order_lines for each row when (new.place > 1)
    execute function add_line_search()`,
  // Null if the order has one line.
  'alter table print_jobs add column line smallint',
  'alter table print_files add column line smallint',
  `create table baskets (
    id uuid primary key,
    -- Null until its visitor signs in.
    account_id text unique references accounts (id) on delete cascade,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index baskets_age on baskets (updated_at)',
  `create table basket_lines (
    id uuid primary key,
    basket_id uuid not null references baskets (id) on delete cascade,
    place bigint generated always as identity,
    ${part},
    -- The price that the visitor saw last; a line that costs something else now is marked.
    seen_cents integer check (seen_cents > 0)
  )`,
  'create index basket_lines_basket on basket_lines (basket_id, place)',
]
