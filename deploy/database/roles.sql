-- Two roles for the service's database: svc_migrate owns and changes the schema, svc_run reads and writes rows.
-- Run it in that database as a superuser, or as the owner of all its objects with the right to create roles; it can be run repeatedly:
--   psql "$ADMIN_URL" -f deploy/database/roles.sql
-- Then give each role a password (\password svc_migrate, \password svc_run), and set
--   MIGRATION_DATABASE_URL=postgres://svc_migrate:...@host/database
--   DATABASE_URL=postgres://svc_run:...@host/database
-- The service grants svc_run the rows of its tables after each migration.

do $$
begin
  if to_regrole('svc_migrate') is null then
    create role svc_migrate login;
  end if;
  if to_regrole('svc_run') is null then
    create role svc_run login;
  end if;
end
$$;

-- Changes the owner of existing objects. A sequence of a column follows its table.
do $$
declare
  entry record;
begin
  execute format('alter database %I owner to svc_migrate', current_database());
  execute format('grant connect on database %I to svc_run', current_database());
  for entry in
    select nspname as name from pg_namespace where nspname in ('public', 'graphile_worker')
  loop
    execute format('alter schema %I owner to svc_migrate', entry.name);
  end loop;
  for entry in
    select pg_class.oid::regclass as name, relkind as kind
    from pg_class
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
      and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i', 'e')
        and classid = 'pg_class'::regclass)
  loop
    execute format('alter %s %s owner to svc_migrate',
      case entry.kind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      entry.name);
  end loop;
  for entry in
    select oid::regprocedure as name
    from pg_proc
    where pronamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e' and classid = 'pg_proc'::regclass)
  loop
    execute format('alter routine %s owner to svc_migrate', entry.name);
  end loop;
  for entry in
    select pg_type.oid::regtype as name
    from pg_type left join pg_class on pg_class.oid = typrelid
    where typnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
      and (typtype in ('e', 'd') or (typtype = 'c' and relkind = 'c'))
  loop
    execute format('alter type %s owner to svc_migrate', entry.name);
  end loop;
end
$$;

-- PostgreSQL before 15 let every role create tables here.
revoke create on schema public from public;
