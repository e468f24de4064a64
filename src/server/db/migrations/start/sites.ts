export const sites = `
create table crawls (
  id text primary key not null, organization_id text not null references organizations (id) on delete cascade,
  url text not null, status text not null, error text, visited bigint not null, created_at bigint not null,
  updated_at bigint not null
);
create index crawls_organization_id_id on crawls (organization_id, id);

create table crawl_pages (
  crawl_id text not null references crawls (id) on delete cascade, url text not null, position bigint not null,
  state text not null, reason text, fingerprint text, depth bigint not null, status integer, target text,
  primary key (crawl_id, url)
);
create index crawl_pages_crawl_id_state_position on crawl_pages (crawl_id, state, position);

create table sites (
  id text primary key not null, organization_id text not null references organizations (id) on delete cascade,
  agent_id text not null references agents (id) on delete cascade, url text not null, include text not null,
  exclude text not null, schedule text not null, weekday text not null, policy text not null, hour integer not null,
  next_at bigint, created_at bigint not null, updated_at bigint not null
);
create index sites_organization_id on sites (organization_id, id);
create index sites_agent_id on sites (agent_id);
create index sites_next_at on sites (next_at) where next_at is not null;

create table site_pages (
  site_id text not null references sites (id) on delete cascade, url text not null, title text not null,
  content text, says text, fingerprint text not null, etag text, last_modified text, size_bytes bigint not null,
  read_at bigint not null, source_id text, missing integer not null, not_found integer not null,
  primary key (site_id, url)
);
-- For counting a site's sources without reading the rows of its pages, which contain texts.
create index site_pages_source_id on site_pages (site_id, source_id) where source_id is not null;

-- What crawls of a website lead to: the pages to add, change and remove.
create table plans (
  id text primary key not null, site_id text not null references sites (id) on delete cascade,
  crawl_id text not null, status text not null, asks text not null, broke text not null, added integer not null,
  changed integer not null, gone integer not null, unchanged integer not null, chosen integer not null,
  done integer not null, failed integer not null, problem text, made_for text, created_at bigint not null,
  ended_at bigint
);
create index plans_site_id on plans (site_id, id);
create index plans_crawl_id on plans (crawl_id);

create table plan_pages (
  id text primary key not null, plan_id text not null references plans (id) on delete cascade,
  position integer not null, url text not null, title text not null, change_name text not null, state text not null,
  source_id text, source_version integer, lines_added integer not null, lines_removed integer not null, problem text
);
create index plan_pages_plan_id on plan_pages (plan_id, position);
create index plan_pages_source_id on plan_pages (source_id, state);
`
