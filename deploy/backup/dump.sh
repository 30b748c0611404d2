#!/bin/sh
# One backup of a service on one machine: the database into BACKUP_DIR/orders-TIME.dump, the models of STORAGE_DIR, where it is a folder,
# beside it. PGHOST, PGUSER and so on lead to the database, or PG_AS is what PostgreSQL's programs are run through (runuser -u postgres --).
# Then runs BACKUP_COPY, which takes it elsewhere.
set -eu
: "${BACKUP_DIR:?BACKUP_DIR is not set.}"
keep_days=${BACKUP_KEEP_DAYS:-14}
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
file="$BACKUP_DIR/orders-$now.dump"
mkdir -p "$BACKUP_DIR"
umask 027
${PG_AS:-} pg_dump --format=custom "${PGDATABASE:-svc}" > "$file.part"
mv "$file.part" "$file"
# Objects never change, so those that are there already are whole. Removed ones stay: an older backup may need them.
if [ -n "${STORAGE_DIR:-}" ] && [ -d "$STORAGE_DIR/objects" ]; then
	mkdir -p "$BACKUP_DIR/models"
	cp -a --update=none "$STORAGE_DIR/objects/." "$BACKUP_DIR/models/" 2>/dev/null || cp -an "$STORAGE_DIR/objects/." "$BACKUP_DIR/models/"
fi
find "$BACKUP_DIR" -maxdepth 1 -name 'orders-*.dump' -mtime "+$keep_days" -delete
if [ -n "${BACKUP_COPY:-}" ]; then
	(cd "$BACKUP_DIR" && sh -c "$BACKUP_COPY")
fi
umask 022
echo "$now" > "$BACKUP_DIR/last-backup"
echo "Backed up to $file"
