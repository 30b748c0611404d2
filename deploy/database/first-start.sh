#!/bin/sh
# Creates the two roles of the service in a new database of deploy/compose.yaml. PostgreSQL's image runs this script once.
set -eu
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d "$POSTGRES_DB" -f /roles.sql
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d "$POSTGRES_DB" -v password="$ROLES_PASSWORD" <<'SQL'
alter role svc_migrate password :'password';
alter role svc_run password :'password';
SQL
