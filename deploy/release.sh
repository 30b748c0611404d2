#!/bin/sh
# Upgrades the service to another release, or rolls back to the previous one.
#   deploy/release.sh upgrade [COMMIT]    a backup, then the release of COMMIT (by default the newest one of origin)
#   deploy/release.sh rollback            the previous ready release, if it can work with the current database
# Both take --no-worker, for a database that is or will be restored: the worker refunds payments that have no order.
# With deploy/compose.yaml, run it in the checkout; with deploy/systemd, run it as root for the checkout /opt/svc/repository.
#
# Every start brings the schema up to date, and no migration is ever reverted. A release works with a newer schema when all of its unknown
# migrations are named .additive; otherwise rollback changes nothing and names the backup to restore.
set -eu
base=${SVC_HOME:-/opt/svc}
if [ -d "$base/repository" ]; then runs=systemd; else runs=compose; fi
usage() { echo "Usage: deploy/release.sh upgrade [COMMIT] | rollback, each with or without --no-worker at its end" >&2; exit 2; }
say() { echo "==> $*"; }
with_worker=yes
command=${1:-}
[ $# -eq 0 ] || shift
for argument; do
	if [ "$argument" = --no-worker ]; then with_worker=no; else wanted=${wanted:+$wanted }$argument; fi
done
wanted=${wanted:-}

if [ "$runs" = systemd ]; then
	repository="$base/repository"
	ready_file="$base/ready"
	backups=$(sed -n 's/^BACKUP_DIR=//p' "${SVC_BACKUP_ENV:-/etc/svc/backup.env}" 2>/dev/null || true)
	backups=${backups:-/var/backups/svc}
	current() { basename "$(readlink "$base/current" 2>/dev/null || true)"; }
	previous() { basename "$(readlink "$base/previous" 2>/dev/null || true)"; }
	keep_previous() { ln -sfn "releases/$1" "$base/previous"; }
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
		# Built in advance, as in the image, because the service cannot write to its own folder.
		(cd "$release" && "$bun" client/packages/build.ts client-packages > /dev/null && "$bun" server/pages/assets/build-browser-bundle.ts > /dev/null)
		ln -sfn "$bun" "$release/.tools/bun"
	}
	backup() { systemctl start svc-backup.service; }
	sql() { runuser -u postgres -- psql -XAt -d "${PGDATABASE:-svc}" -c "$1"; }
	# Starts workers first: new web processes may create work that only new workers can do.
	start() {
		if [ "$with_worker" = yes ]; then work=restart; else work=stop; fi
		ln -sfn "releases/$1" "$base/current" &&
			systemctl restart svc-slicing.service &&
			systemctl "$work" svc-worker.service &&
			systemctl restart svc.service
	}
	ready() { curl --fail --silent --output /dev/null --max-time 5 "http://127.0.0.1:${PORT:-3000}/readyz"; }
	# Reports files outside the release that the owner may have changed.
	say_outside() {
		for unit in "$base/current/deploy/systemd/"*; do
			installed="${SVC_UNITS:-/etc/systemd/system}/${unit##*/}"
			[ ! -e "$unit" ] || cmp -s "$unit" "$installed" || say "is not this release's, and stays: $installed. To renew it: cp $unit $installed && systemctl daemon-reload"
		done
		if [ -n "$1" ] && ! git -C "$repository" diff --quiet "$1" "$(current)" -- deploy/caddy; then
			say "deploy/caddy/Caddyfile has changed, /etc/caddy/Caddyfile has not: docs/going-live.md, Install"
		fi
	}
	log_command='journalctl -u svc -u svc-worker'
	start_worker='systemctl start svc-worker'
	restore_commands="  systemctl stop svc svc-worker
  runuser -u postgres -- dropdb --force svc && runuser -u postgres -- createdb -O svc_migrate svc
  runuser -u postgres -- pg_restore --exit-on-error -d svc < $backups/orders-TIME.dump"
else
	repository=$(cd "$(dirname "$0")/.." && pwd)
	ready_file="$repository/.release-ready"
	backups='the volume svc_backups'
	compose() { (cd "$repository" && SVC_RELEASE=${release:-$(current)} docker compose --env-file production.env -f deploy/compose.yaml "$@"); }
	current() { cat "$repository/.release" 2>/dev/null || true; }
	previous() { cat "$repository/.release-before" 2>/dev/null || true; }
	keep_previous() { echo "$1" > "$repository/.release-before"; }
	build() { git -C "$repository" checkout --quiet --detach "$1"; release=$1; compose build --quiet web; }
	backup() { compose run --rm --no-deps --entrypoint /scripts/dump.sh backup; }
	sql() { compose exec -T database psql -XAt -U postgres -d svc -c "$1"; }
	start() {
		release=$1
		echo "$1" > "$repository/.release" || return 1
		if [ "$with_worker" = no ]; then
			compose stop worker && compose up --detach --wait database slicing && compose up --detach --wait web caddy backup
		else
			compose up --detach --wait database slicing worker && compose up --detach --wait
		fi
	}
	ready() { compose exec -T web bun -e "process.exit((await fetch('http://127.0.0.1:3000/readyz')).ok ? 0 : 1)"; }
	# Reports changes outside the release. A file that is mounted individually keeps its old content until the container restarts.
	say_outside() {
		if [ -n "$1" ] && ! git -C "$repository" diff --quiet "$1" "$(current)" -- deploy/caddy; then compose restart caddy; fi
	}
	docker='docker compose --env-file production.env -f deploy/compose.yaml'
	log_command="$docker logs web worker"
	start_worker='deploy/release.sh upgrade "$(cat .release)"'
	restore_commands="  $docker stop web worker
  $docker exec -T backup ls /backups
  $docker exec -T backup sh -c 'dropdb --force svc && createdb -O svc_migrate svc && pg_restore --exit-on-error -d svc /backups/orders-TIME.dump'"
fi

not_ready() {
	echo "The service is not ready. What it says: $log_command" >&2
	if [ -n "$(previous)" ] && [ "$(previous)" != "$(current)" ]; then
		echo "Back: deploy/release.sh rollback" >&2
	else
		echo "Once it is fixed, run again: deploy/release.sh upgrade $(current)" >&2
	fi
	exit 1
}

# Starts the release and waits until it is ready.
run_release() {
	# A release that was never ready is not a rollback target.
	was=$(cat "$ready_file" 2>/dev/null || true)
	[ -z "$was" ] || [ "$was" = "$1" ] || keep_previous "$was"
	start "$1" || not_ready
	tries=0
	until ready; do
		tries=$((tries + 1))
		[ "$tries" -lt "${SVC_READY_TRIES:-60}" ] || not_ready
		sleep "${SVC_READY_SECONDS:-2}"
	done
	echo "$1" > "$ready_file"
	say_outside "$was"
}

# Prints the migrations of the database that the release does not know and cannot work with. Fails if either list cannot be read.
breaking_for() {
	known=$(git -C "$repository" show "$1:server/db/migrations/index.ts") || return 1
	names=$(sql 'select name from kysely_migration order by name') || return 1
	for name in $names; do
		case $name in
		*.additive) ;;
		*) case $known in *"'$name'"*) ;; *) echo "$name" ;; esac ;;
		esac
	done
}

say_runs() {
	say "$1"
	if [ "$with_worker" = no ]; then say "The worker stands still. Decide on /operator/money/unmatched, then: $start_worker"; fi
}

case $command in
upgrade)
	case $wanted in *' '* | -*) usage ;; esac
	git -C "$repository" fetch --quiet --tags origin
	commit=$(git -C "$repository" rev-parse --verify --quiet "${wanted:-origin/HEAD}^{commit}") || { echo "There is no commit ${wanted:-origin/HEAD}." >&2; exit 1; }
	say "builds $commit"
	build "$commit"
	# An installation that was never ready has nothing to lose, and may have no database yet.
	if [ -s "$ready_file" ]; then say "backs up"; backup; fi
	say "starts $commit"
	run_release "$commit"
	say_runs "runs $commit. Back: deploy/release.sh rollback"
	;;
rollback)
	[ -z "$wanted" ] || usage
	before=$(previous)
	[ -n "$before" ] && [ "$before" != "$(current)" ] || { echo "There is no release before this one." >&2; exit 1; }
	breaking=$(breaking_for "$before") || { echo "Nothing was changed: the migrations of $before or of the database could not be read." >&2; exit 1; }
	if [ -n "$breaking" ]; then
		cat >&2 <<TEXT
Nothing was changed: the release $before does not start on this database, because of
$breaking
Going forward again loses nothing: deploy/release.sh upgrade COMMIT, with a repaired release.
To go back all the same, everything since the backup before the upgrade is lost. The backups are in $backups:
$restore_commands
  deploy/release.sh rollback --no-worker
Models that were removed since then: docs/going-live.md, Restore. Payments since then have no order: decide on them in /operator/money/unmatched before the worker refunds them. Then:
  $start_worker
TEXT
		exit 1
	fi
	say "starts $before; the schema stays as it is, and $before works with it"
	build "$before"
	run_release "$before"
	say_runs "runs $before"
	;;
*) usage ;;
esac
