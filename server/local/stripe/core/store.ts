// The state of the stand-in in one SQLite file. Each request commits once, so a killed process loses nothing that it confirmed. Objects
// are stored in their wire form, and references as ids.
import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type Stripe from 'stripe'

export type Kinds = {
  customer: Stripe.Customer
  payment_method: Stripe.PaymentMethod
  payment_intent: Stripe.PaymentIntent
  setup_intent: Stripe.SetupIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  balance_transaction: Stripe.BalanceTransaction
  dispute: Stripe.Dispute
  payout: Stripe.Payout
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  'checkout.session': Stripe.Checkout.Session
  event: EventObject
}
export type Kind = keyof Kinds
export type StoredObject = Kinds[Kind]

/** Stripe.Event without the pairing of type and object, which a store of any event cannot express. */
export type EventObject = Omit<Stripe.EventBase, 'data' | 'type'> & {
  readonly type: string
  readonly data: { readonly object: StoredObject }
}

/** Fields that Stripe stores about an object but does not return. */
export type Hidden = {
  /** payment_method: its test card. */
  cardNumber?: string
  /** payment_method: authenticated for off-session use. */
  setUp?: boolean
  /** payment_method: detached or consumed, and never usable again. */
  spent?: boolean
  /** checkout.session: the data of its future payment intent. */
  intentDescription?: string | null
  intentMetadata?: Record<string, string>
  /** checkout.session: the line shown on the page. */
  itemName?: string
  /** checkout.session: what the visitor entered. */
  enteredEmail?: string
  /** balance_transaction: the payout that contains it. */
  payout?: string
}

export type Page = {
  readonly where: Readonly<Record<string, string | undefined>>
  readonly createdFrom: number
  readonly createdTo: number
  readonly limit: number
  readonly startingAfter: string | undefined
  readonly endingBefore: string | undefined
}

const everything: Omit<Page, 'where'> = {
  createdFrom: 0,
  createdTo: Number.MAX_SAFE_INTEGER,
  limit: Number.MAX_SAFE_INTEGER,
  startingAfter: undefined,
  endingBefore: undefined,
}

const schemaSql = `
  create table if not exists objects (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    created integer not null,
    customer text,
    body text not null,
    hidden text not null
  );
  create index if not exists objects_by_kind on objects (kind, seq);
  create index if not exists objects_by_customer on objects (customer, kind, seq);
  create table if not exists answers (
    key text primary key,
    endpoint text not null,
    params_hash text not null,
    request_id text not null,
    status integer not null,
    body text not null,
    created integer not null
  );
  create table if not exists deliveries (
    event_id text primary key,
    seq integer not null,
    state text not null,
    attempts integer not null,
    due_ms integer not null
  );
  create index if not exists deliveries_pending on deliveries (due_ms, seq) where state = 'pending';
  create table if not exists later (
    object_id text primary key,
    due_ms integer not null
  );
  create table if not exists settings (name text primary key, value text not null);
`

export type Store = ReturnType<typeof openStore>

/** Opens the store. Without a file, the state ends with the process. */
export function openStore(file: string | undefined) {
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true })
  const db = new Database(file ?? ':memory:', { create: true, strict: true })
  // WAL without a sync per commit survives a killed process, as in tests, but not a crash of the machine.
  db.run('pragma journal_mode = wal')
  db.run('pragma synchronous = normal')
  db.run('pragma busy_timeout = 5000')
  db.run(schemaSql)

  const insert = db.query(
    'insert into objects (id, kind, created, customer, body, hidden) values ($id, $kind, $created, $customer, $body, $hidden)',
  )
  const update = db.query('update objects set body = $body, customer = $customer where id = $id')
  const hide = db.query('update objects set hidden = $hidden where id = $id')
  const find = db.query<{ kind: string; body: string }, { id: string }>(
    'select kind, body from objects where id = $id',
  )
  const findHidden = db.query<{ hidden: string }, { id: string }>(
    'select hidden from objects where id = $id',
  )

  function read<K extends Kind>(kind: K, id: string): Kinds[K] | null {
    const row = find.get({ id })
    return row?.kind === kind ? parse<Kinds[K]>(row.body) : null
  }

  function hiddenOf(id: string): Hidden {
    const row = findHidden.get({ id })
    return row === null ? {} : parse<Hidden>(row.hidden)
  }

  function list<K extends Kind>(kind: K, page: Page): Kinds[K][] {
    const { sql, values } = listQuery(kind, page)
    const rows = db.query<{ body: string }, (string | number)[]>(sql).all(...values)
    const found = rows.map((row) => parse<Kinds[K]>(row.body))
    return page.endingBefore === undefined ? found : found.reverse()
  }

  return {
    db,
    read,
    hiddenOf,
    list,
    /** Returns all objects of a kind with these fields, oldest first. */
    all: <K extends Kind>(kind: K, where: Page['where']): Kinds[K][] =>
      list(kind, { ...everything, where }).toReversed(),
    /** Returns any object by its id, regardless of type. */
    readAny: (id: string): StoredObject | null => {
      const row = find.get({ id })
      return row === null || row.kind === 'deleted_customer' ? null : parse<StoredObject>(row.body)
    },
    insert: (object: StoredObject, hidden: Hidden = {}): void => {
      insert.run({
        id: object.id,
        kind: object.object,
        created: object.created,
        customer: customerOf(object),
        body: JSON.stringify(object),
        hidden: JSON.stringify(hidden),
      })
    },
    save: (object: StoredObject): void => {
      update.run({
        id: object.id,
        customer: customerOf(object),
        body: JSON.stringify(object),
      })
    },
    /** Deletes the customer. Only `readDeletedCustomer` finds it afterwards. */
    deleteCustomer: (id: string): void => {
      db.query("update objects set kind = 'deleted_customer' where id = ?").run(id)
    },
    readDeletedCustomer: (id: string): Stripe.DeletedCustomer | null =>
      find.get({ id })?.kind === 'deleted_customer'
        ? { id, object: 'customer', deleted: true }
        : null,
    hide: (id: string, hidden: Hidden): void => {
      hide.run({ id, hidden: JSON.stringify({ ...hiddenOf(id), ...hidden }) })
    },
    /** Atomic. Transactions may be nested. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    close: (): void => db.close(),
  }
}

function listQuery(kind: Kind, page: Page): { sql: string; values: (string | number)[] } {
  const { where, startingAfter, endingBefore } = page
  const conditions = ['kind = ?', 'created >= ?', 'created <= ?']
  const values: (string | number)[] = [kind, page.createdFrom, page.createdTo]
  for (const [field, value] of Object.entries(where)) {
    if (value === undefined) continue
    // Field names come from this program; values come from outside.
    conditions.push(conditionOn(field))
    values.push(value)
  }
  if (startingAfter !== undefined) {
    conditions.push('seq < (select seq from objects where id = ?)')
    values.push(startingAfter)
  }
  if (endingBefore !== undefined) {
    conditions.push('seq > (select seq from objects where id = ?)')
    values.push(endingBefore)
  }
  values.push(page.limit)
  const order = endingBefore === undefined ? 'desc' : 'asc'
  return {
    sql: `select body from objects where ${conditions.join(' and ')} order by seq ${order} limit ?`,
    values,
  }
}

function conditionOn(field: string): string {
  if (field === 'customer') return 'customer = ?'
  // The only list filter on a field that the objects do not show.
  return `json_extract(${field === 'payout' ? 'hidden' : 'body'}, '$.${field}') = ?`
}

function customerOf(object: StoredObject): string | null {
  if (!('customer' in object)) return null
  const { customer } = object
  return typeof customer === 'string' ? customer : null
}

/** Parses our own rows, which were written from the same types. */
const parse = <T>(json: string): T => JSON.parse(json) as T
