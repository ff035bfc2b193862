-- Whether members see the ledger lines of others; admins and owners see all.
alter table bands add column ledger_visible_to text not null default 'own' check (ledger_visible_to in ('own', 'everyone'));
