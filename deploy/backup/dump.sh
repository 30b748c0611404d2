#!/bin/sh
# Backs up a service on one machine once: the database to BACKUP_DIR/orders-TIME.dump, and next to it the models of STORAGE_DIR if that is
# a folder. PGHOST, PGUSER and so on select the database. Alternatively, PG_AS is the command prefix for PostgreSQL's programs (runuser -u
# postgres --). Finally runs BACKUP_COPY, which copies the backup to another place.
set -eu
: "${BACKUP_DIR:?BACKUP_DIR is not set.}"
keep_days=${BACKUP_KEEP_DAYS:-14}
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
file="$BACKUP_DIR/orders-$now.dump"
# An incomplete backup. A killed run leaves its file behind, and a later run removes it.
part="$file.part"
list="$file.models.part"
trap 'rm -f "$part" "$list"' EXIT
trap 'exit 143' TERM INT HUP
mkdir -p "$BACKUP_DIR"
umask 027
${PG_AS:-} pg_dump --format=custom "${PGDATABASE:-svc}" > "$part"
mv "$part" "$file"
# Objects never change, and an object gets its name in the backup after its last byte, so an object with its name is complete. Removed
# objects stay, because an older backup may need them.
if [ -n "${STORAGE_DIR:-}" ] && [ -d "$STORAGE_DIR/objects" ]; then
	objects="$STORAGE_DIR/objects"
	models="$BACKUP_DIR/models"
	mkdir -p "$models"
	(cd "$objects" && find . -type f) > "$list"
	while IFS= read -r name; do
		[ ! -e "$models/$name" ] || continue
		if cp -a "$objects/$name" "$part"; then
			mkdir -p "$(dirname "$models/$name")"
			mv "$part" "$models/$name"
		elif [ -e "$objects/$name" ]; then
			exit 1
		fi
	done < "$list"
	rm -f "$list"
fi
find "$BACKUP_DIR" -maxdepth 1 -name 'orders-*.dump' -mtime "+$keep_days" -delete
find "$BACKUP_DIR" -maxdepth 1 -name 'orders-*.part' -mmin +1440 -delete
if [ -n "${BACKUP_COPY:-}" ]; then
	(cd "$BACKUP_DIR" && sh -c "$BACKUP_COPY")
fi
umask 022
echo "$now" > "$BACKUP_DIR/last-backup"
echo "Backed up to $file"
