#!/bin/sh
# Upgrades the service to another release, or goes back to the one before.
#   deploy/release.sh upgrade [COMMIT]    a backup, then the release of COMMIT (the newest one of origin unless named)
#   deploy/release.sh rollback            the release before, if it can work with the database as it is
# With deploy/compose.yaml it is run in the checkout; with deploy/systemd as root, for the checkout /opt/svc/repository.
#
# Every start brings the schema up to date, and nothing takes a migration back. A release works with a newer schema when all of its unknown
# migrations are named .additive; otherwise rollback changes nothing and says which backup to restore.
set -eu
base=${SVC_HOME:-/opt/svc}
if [ -d "$base/repository" ]; then runs=systemd; else runs=compose; fi
usage() { echo "Usage: deploy/release.sh upgrade [COMMIT] | rollback" >&2; exit 2; }
say() { echo "==> $*"; }

if [ "$runs" = systemd ]; then
	repository="$base/repository"
	backups=$(sed -n 's/^BACKUP_DIR=//p' "${SVC_BACKUP_ENV:-/etc/svc/backup.env}" 2>/dev/null || true)
	current() { basename "$(readlink "$base/current" 2>/dev/null || true)"; }
	previous() { basename "$(readlink "$base/previous" 2>/dev/null || true)"; }
	build() {
		release="$base/releases/$1"
		[ -e "$release/.tools/bun" ] && return
		mkdir -p "$release"
		git -C "$repository" archive "$1" | tar -x -C "$release"
		# The first command of a checkout installs Bun and the packages.
		(cd "$release" && npm run --silent commands > /dev/null)
		mkdir -p "$release/.tools"
		bun=$(find "$release/.tools" -path '*/node_modules/.bin/bun' | sort | tail -n 1)
		[ -n "$bun" ] || bun=$(command -v bun)
		# As in the image: the service cannot write to its own folder.
		(cd "$release" && "$bun" client/packages/build.ts client-packages > /dev/null && "$bun" server/pages/assets/build-browser-bundle.ts > /dev/null)
		ln -sfn "$bun" "$release/.tools/bun"
	}
	backup() { systemctl start svc-backup.service; }
	sql() { runuser -u postgres -- psql -XAt -d "${PGDATABASE:-svc}" -c "$1"; }
	migrations_of() { cat "$base/releases/$1/server/db/migrations/index.ts"; }
	# Workers first: new web processes may leave work that only new workers do.
	start() {
		[ -z "$(current)" ] || [ "$(current)" = "$1" ] || ln -sfn "releases/$(current)" "$base/previous"
		ln -sfn "releases/$1" "$base/current"
		systemctl restart svc-slicing.service svc-worker.service
		systemctl restart svc.service
	}
	ready() { curl --fail --silent --output /dev/null --max-time 5 "http://127.0.0.1:${PORT:-3000}/readyz"; }
	stop_command='systemctl stop svc svc-worker'
	restore_command='runuser -u postgres -- pg_restore --clean --if-exists --exit-on-error -d svc'
else
	repository=$(cd "$(dirname "$0")/.." && pwd)
	backups='the volume svc_backups'
	compose() { (cd "$repository" && SVC_RELEASE=${release:-$(current)} docker compose --env-file production.env -f deploy/compose.yaml "$@"); }
	current() { cat "$repository/.release" 2>/dev/null || true; }
	previous() { cat "$repository/.release-before" 2>/dev/null || true; }
	build() { git -C "$repository" checkout --quiet --detach "$1"; release=$1; compose build --quiet web; }
	backup() { [ -z "$(current)" ] || compose run --rm --no-deps --entrypoint /scripts/dump.sh backup; }
	sql() { compose exec -T database psql -XAt -U postgres -d svc -c "$1"; }
	migrations_of() { docker run --rm "svc:$1" cat server/db/migrations/index.ts; }
	start() {
		[ -z "$(current)" ] || [ "$(current)" = "$1" ] || current > "$repository/.release-before"
		release=$1
		compose up --detach --wait database slicing worker
		compose up --detach --wait
		echo "$1" > "$repository/.release"
	}
	ready() { compose exec -T web bun -e "process.exit((await fetch('http://127.0.0.1:3000/readyz')).ok ? 0 : 1)"; }
	stop_command='docker compose --env-file production.env -f deploy/compose.yaml stop web worker'
	restore_command='docker compose --env-file production.env -f deploy/compose.yaml exec -T database pg_restore --clean --if-exists --exit-on-error -U postgres -d svc'
fi

wait_until_ready() {
	tries=0
	until ready; do
		tries=$((tries + 1))
		if [ "$tries" -ge "${SVC_READY_TRIES:-60}" ]; then
			echo "The service is not ready. What it says: journalctl -u svc, or docker compose logs web. Back: deploy/release.sh rollback" >&2
			exit 1
		fi
		sleep "${SVC_READY_SECONDS:-2}"
	done
}

# The migrations of the database that the release does not know and cannot work with.
breaking_for() {
	known=$(migrations_of "$1")
	sql 'select name from kysely_migration order by name' | while IFS= read -r name; do
		case $name in
		*.additive) ;;
		*) case $known in *"'$name'"*) ;; *) echo "$name" ;; esac ;;
		esac
	done
}

case ${1:-} in
upgrade)
	[ $# -le 2 ] || usage
	git -C "$repository" fetch --quiet --tags origin
	commit=$(git -C "$repository" rev-parse --verify --quiet "${2:-origin/HEAD}^{commit}") || { echo "There is no commit ${2:-origin/HEAD}." >&2; exit 1; }
	say "builds $commit"
	build "$commit"
	if [ -n "$(current)" ]; then say "backs up"; backup; fi
	say "starts $commit"
	start "$commit"
	wait_until_ready
	say "runs $commit. Back: deploy/release.sh rollback"
	;;
rollback)
	[ $# -eq 1 ] || usage
	before=$(previous)
	[ -n "$before" ] || { echo "There is no release before this one." >&2; exit 1; }
	breaking=$(breaking_for "$before")
	if [ -n "$breaking" ]; then
		cat >&2 <<TEXT
Nothing was changed: the release $before does not start on this database, because of
$breaking
Going forward again loses nothing: deploy/release.sh upgrade COMMIT, with a repaired release.
To go back all the same, everything since the backup before the upgrade is lost. The backups are in $backups:
  $stop_command
  $restore_command < orders-TIME.dump
  deploy/release.sh rollback
Payments since then have no order: docs/operations.md, Routine.
TEXT
		exit 1
	fi
	say "starts $before; the schema stays as it is, and $before works with it"
	build "$before"
	start "$before"
	wait_until_ready
	say "runs $before"
	;;
*) usage ;;
esac
