// The silhouettes of parts on the plate, by the content of their model and its pose. Each is a bitmap of 1 mm cells, from some hundred
// bytes to 125 kB.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table part_silhouettes (
    sha256 text not null,
    format text not null,
    -- Empty = what the format says.
    units text not null,
    -- Whether the part is laid on the face on which it prints best.
    oriented boolean not null,
    core_version integer not null,
    width_mm float8 not null,
    depth_mm float8 not null,
    -- Row by row from the lowest Y on, in words of 32 columns; the lowest bit of the first byte is column 0.
    bits bytea not null,
    -- To the day: what no plate asked for is dropped.
    used_at timestamptz not null default now(),
    primary key (sha256, format, units, oriented, core_version),
    constraint part_silhouettes_format_check check (format in ('stl', 'obj', 'glb', 'gltf', '3mf')),
    constraint part_silhouettes_units_check check (units in ('', 'mm', 'cm', 'm', 'in')),
    constraint part_silhouettes_bits_check check (octet_length(bits) <= 131072)
  )`,
  'create index part_silhouettes_used on part_silhouettes (used_at)',
]
