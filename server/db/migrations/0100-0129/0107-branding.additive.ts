// The versions of the shop's branding, which are only ever added, and the logos that they name by digest.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table branding_logos (
    digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
    type text not null check (type in ('image/svg+xml', 'image/png')),
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    is_dark boolean not null,
    body bytea not null check (octet_length(body) between 1 and 1048576),
    mail_png bytea not null,
    icon_png bytea not null,
    stored_at timestamptz not null default now()
  )`,
  `create table branding_versions (
    id bigint generated always as identity primary key,
    branding jsonb not null,
    logo_digest text references branding_logos (digest),
    origin text not null check (origin in ('desk', 'file')),
    stored_by text,
    file_version integer unique,
    logo_source text check (logo_source ~ '^[0-9a-f]{64}$'),
    reason text check (char_length(reason) between 1 and 500),
    changes jsonb not null,
    stored_at timestamptz not null default now(),
    check ((origin = 'desk') = (stored_by is not null)),
    check ((origin = 'file') = (file_version is not null)),
    check (logo_source is null or (file_version is not null and logo_digest is not null))
  )`,
  `create function refuse_change_of_branding() returns trigger language plpgsql as $$
    begin
      raise exception 'branding_versions: versions are only added';
    end
  $$`,
  `create trigger branding_versions_are_only_added before update or delete on branding_versions for each row
    execute function refuse_change_of_branding()`,
  `create trigger branding_versions_are_kept before truncate on branding_versions for each statement
    execute function refuse_change_of_branding()`,
]
