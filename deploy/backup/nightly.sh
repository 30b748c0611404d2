#!/bin/sh
# The container "backup" of deploy/compose.yaml. Makes a backup at its start and every night at 03:00 UTC, and a test restore after the
# first backup and every Sunday. A failed backup is retried after an hour; npm run doctor reports it.
set -u
scripts=$(dirname "$0")
trap 'exit 0' TERM INT
while :; do
	if "$scripts/dump.sh"; then
		if [ ! -e "$BACKUP_DIR/last-restore" ] || [ "$(date -u +%u)" = 7 ]; then
			"$scripts/restore-check.sh" || echo "The restore on trial failed." >&2
		fi
		now=$(date -u +%s)
		wait_seconds=$(( (now / 86400 + ((now % 86400) >= 10800)) * 86400 + 10800 - now ))
	else
		echo "The backup failed; the next try is in an hour." >&2
		wait_seconds=3600
	fi
	sleep "$wait_seconds" &
	wait $!
done
