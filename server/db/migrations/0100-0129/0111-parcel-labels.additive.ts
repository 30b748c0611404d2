// Labels of parcels: quoted rates, bought labels, and what the carrier reports.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table parcel_labels (
    -- The reference of the shipment at the carrier service.
    id uuid primary key,
    order_id uuid not null references orders (id),
    shipment_id text not null unique,
    state text not null default 'quoted' check (state in ('quoted', 'buying', 'bought', 'replaced', 'voided')),
    grams integer not null check (grams between 1 and 68000),
    length_cm double precision check (length_cm > 0),
    width_cm double precision check (width_cm > 0),
    height_cm double precision check (height_cm > 0),
    rates jsonb not null,
    rate_id text,
    -- The order's tracking number when the last purchase started.
    prior_number text,
    started_at timestamptz,
    carrier text,
    service text,
    cents integer check (cents >= 0),
    currency text,
    tracking_number text,
    tracking_url text,
    tracking text not null default 'unknown' check (tracking in ('unknown', 'pre_transit', 'in_transit', 'out_for_delivery',
      'delivered', 'available_for_pickup', 'return_to_sender', 'failure', 'cancelled', 'error')),
    -- When the carrier first reported this state.
    tracked_at timestamptz,
    -- When the tracking or the open refund is read next; null = not any more.
    track_at timestamptz,
    track_failures integer not null default 0,
    refund text check (refund in ('submitted', 'refunded', 'rejected', 'not_applicable')),
    by text not null,
    attempts integer not null default 0,
    lease_until timestamptz,
    created_at timestamptz not null default now(),
    bought_at timestamptz,
    constraint parcel_labels_size check (num_nulls(length_cm, width_cm, height_cm) in (0, 3)),
    constraint parcel_labels_rate check (state = 'quoted' or rate_id is not null),
    constraint parcel_labels_lease check ((state = 'buying') = (lease_until is not null)),
    constraint parcel_labels_started check ((rate_id is null) = (started_at is null)),
    constraint parcel_labels_bought check (num_nulls(carrier, service, cents, currency, tracking_number, bought_at)
      = case when state in ('quoted', 'buying') then 6 else 0 end),
    constraint parcel_labels_voided check ((state = 'voided') = (refund is not null))
  )`,
  // An order has at most one label that is being bought or bought.
  `create unique index parcel_labels_live on parcel_labels (order_id) where state in ('buying', 'bought')`,
  'create index parcel_labels_order on parcel_labels (order_id, created_at)',
  'create index parcel_labels_open on parcel_labels (lease_until) where lease_until is not null',
  'create index parcel_labels_tracked on parcel_labels (track_at) where track_at is not null',
  `create index parcel_labels_delivered on parcel_labels (tracked_at) where tracking = 'delivered'`,
]
