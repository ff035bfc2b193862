-- The clock of the server gives every time (`$now`), so that tests can set it. Without defaults, an insert that leaves a time out fails.
-- `migrations` keeps its own: it is written before any of these columns exists.

do $$
declare
  given record;
begin
  for given in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and column_default in ('now()', 'clock_timestamp()')
      and table_name <> 'migrations'
  loop
    execute format('alter table %I alter column %I drop default', given.table_name, given.column_name);
  end loop;
end $$;
