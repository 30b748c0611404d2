#!/bin/sh
# Restores the newest backup into a separate database, checks it, and drops it. Only this check proves that a backup is usable.
set -eu
: "${BACKUP_DIR:?BACKUP_DIR is not set.}"
name="svc_restore_check"
file=$(find "$BACKUP_DIR" -maxdepth 1 -name 'orders-*.dump' | sort | tail -n 1)
[ -n "$file" ] || { echo "There is no backup in $BACKUP_DIR." >&2; exit 1; }
as=${PG_AS:-}
$as dropdb --if-exists --force "$name"
$as createdb "$name"
trap '$as dropdb --if-exists --force "$name"' EXIT
$as pg_restore --exit-on-error --no-owner --no-privileges --dbname="$name" < "$file"
orders=$($as psql -XAt -d "$name" -c 'select count(*) from orders')
migrations=$($as psql -XAt -d "$name" -c 'select count(*) from kysely_migration')
[ "$migrations" -gt 0 ] || { echo "$file has no migrations." >&2; exit 1; }
date -u +%Y-%m-%dT%H:%M:%SZ > "$BACKUP_DIR/last-restore"
echo "Restored $file: $orders orders, $migrations migrations"
