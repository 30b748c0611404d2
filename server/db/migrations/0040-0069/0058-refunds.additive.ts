// Refunds that were carried out in part, refunds that the bank returned, and refunds by line; and payments that their order or purchase
// cannot use. Processes of the previous release may run at the same time: they move a gift card's part when they write a refund, and know
// neither the column nor the cause. The triggers make both releases follow the same rules.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // requested_cents: amount of the request. It exceeds the refund's amount if an earlier refund under the same key moved a part. Null in
  // rows of the previous release, which request exactly the refund's amount. returned_at: when the bank sent a completed refund back.
  `alter table refunds
    add column requested_cents integer check (requested_cents >= amount_cents),
    add column returned_at timestamptz,
    add column resolved_at timestamptz,
    add column resolved_by text,
    add column resolution text,
    add column lines jsonb,
    add column postage_cents integer not null default 0 check (postage_cents >= 0),
    add check ((resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (resolution is null))`,
  'create index refunds_returned on refunds (returned_at) where returned_at is not null and resolved_at is null',
  // A failed refund with a gift card's part is one whose part has moved. A refusal that moved nothing clears the part.
  `create function note_returned_refund() returns trigger language plpgsql as $$
    begin
      if old.state = 'succeeded' and new.state = 'failed' then new.returned_at := now(); end if;
      return new;
    end $$`,
  `create trigger refunds_note_returned before update of state on refunds
    for each row execute function note_returned_refund()`,
  // Moves the part together with the outcome, once. A refund of the previous release has already moved it.
  `create function move_gift_card_part() returns trigger language plpgsql as $$
    declare card uuid;
    begin
      select gift_card_id into card from orders where id = new.order_id;
      insert into gift_card_entries (gift_card_id, kind, cents, order_id, refund_id)
        values (card, 'refund', new.gift_cents, new.order_id, new.id)
        on conflict (refund_id) where kind = 'refund' do nothing;
      if found then
        update gift_cards set balance_cents = balance_cents + new.gift_cents where id = card;
      end if;
      return null;
    end $$`,
  `create trigger refunds_move_gift_card_part after update of state on refunds
    for each row when (new.gift_cents > 0 and new.state in ('succeeded', 'failed') and old.state in ('started', 'unknown'))
    execute function move_gift_card_part()`,
  // The previous release requests the whole amount again after a part has moved.
  `create function check_refund_request() returns trigger language plpgsql as $$
    declare moved integer; requested integer;
    begin
      select sum(gift_cents), max(coalesce(requested_cents, amount_cents)) into moved, requested from refunds
        where order_id = new.order_id and request_key = new.request_key and state = 'failed' and gift_cents > 0;
      if moved + new.amount_cents > requested then
        raise exception 'a refund request would give back more than its amount'
          using errcode = 'check_violation', constraint = 'refunds_request_amount';
      end if;
      return new;
    end $$`,
  `create trigger refunds_check_request before insert on refunds
    for each row execute function check_refund_request()`,
  // cause: why the payment paid for nothing. missing: its order or purchase is not in the database. refunded_at: when its refund
  // succeeded, which the bank may return later.
  `alter table unmatched_payments
    add column cause text not null default 'missing' check (cause in ('missing', 'duplicate', 'closed', 'wrong_amount')),
    add column refunded_at timestamptz`,
  'create index unmatched_payments_subject on unmatched_payments (subject_id)',
  // payment: what happened to a payment that the order could not use. reprint: parts are printed again without a charge. The constraint
  // keeps the kinds that it already had.
  `do $$
    declare kinds text;
    begin
      select pg_get_expr(conbin, conrelid) into kinds from pg_constraint
        where conrelid = 'order_events'::regclass and conname = 'order_events_kind_check';
      execute format('alter table order_events drop constraint order_events_kind_check,
        add constraint order_events_kind_check check (%s or kind in (''payment'', ''reprint'')) not valid', kinds);
    end $$`,
]
