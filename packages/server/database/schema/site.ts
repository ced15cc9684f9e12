// The site: comments and chat, the waitlist, admins' settings and actions, and the servers themselves.

export const SITE = `
-- Comments on coins, answers to them (parent_id), and the chat. Ids sort by time. No foreign key to collections: messages survive a
-- rebuilt index.
create table messages (
  id uuid primary key,
  kind text not null check (kind in ('comment', 'chat')),
  collection_id uuid,
  parent_id uuid,
  author_address text not null,
  text text not null,
  state text not null default 'shown' check (state in ('shown', 'hidden', 'deleted')),
  reply_count integer not null default 0,
  report_count integer not null default 0,
  is_open boolean not null default false,
  last_reported_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  -- A creator may pin one comment of theirs above the coin's comments, and edit it there.
  pinned_at timestamptz,
  edited_at timestamptz,
  created_at timestamptz not null,
  check ((kind = 'comment') = (collection_id is not null))
);
create index messages_of_coin on messages (collection_id, id)
  where kind = 'comment' and parent_id is null and (state = 'shown' or reply_count > 0);
create index messages_replies on messages (parent_id, id) where parent_id is not null and state = 'shown';
create index messages_chat on messages (id) where kind = 'chat' and state = 'shown';
create index messages_author on messages (author_address, id);
create index messages_reported on messages (is_open, last_reported_at, id) where report_count > 0;
create unique index messages_pinned on messages (collection_id) where pinned_at is not null;

-- A coin's shown comments and answers.
create table comment_counts (
  collection_id uuid primary key,
  comment_count integer not null
);

create table message_reports (
  message_id uuid not null references messages (id),
  reporter_address text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (message_id, reporter_address)
);
create index message_reports_latest on message_reports (message_id, created_at);
create index message_reports_reporter on message_reports (reporter_address, created_at);

-- One row for each name on X, ignoring case.
create table waitlist (
  id uuid primary key default gen_random_uuid(),
  username text not null check (length(username) between 1 and 100),
  username_key text generated always as (lower(username)) stored unique,
  submitted_at timestamptz not null default now(),
  -- Only if the configuration asks for it, and for 30 days.
  ip_address text check (length(ip_address) <= 45)
);
create index waitlist_submitted on waitlist (submitted_at, id);
create index waitlist_ip_address on waitlist (submitted_at) where ip_address is not null;

-- Admins' settings for the whole site, which override the configuration.
create table site_settings (
  key text primary key,
  value jsonb not null,
  updated_by text not null,
  updated_at timestamptz not null default now()
);

-- A log: rows are never changed.
create table admin_actions (
  id uuid primary key default gen_random_uuid(),
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index admin_actions_created_at on admin_actions (created_at, id);

-- Which server does the work that only one may do. The number rises each time the lease is given.
create table leases (
  name text primary key,
  number bigint not null,
  holder text not null,
  expires_at timestamptz not null,
  state jsonb not null default '{}'
);

-- One row. history changes each time the database turns out to be older than before, epoch each time the index's writer changes;
-- sequence counts that writer's transactions.
create table database_history (
  is_only boolean primary key default true check (is_only),
  history uuid not null default gen_random_uuid(),
  epoch uuid not null default gen_random_uuid(),
  sequence bigint not null default 0
) with (fillfactor = 10);
insert into database_history default values;

-- The servers that run on this database, and what they must have in common.
create table servers (
  id text primary key,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  roles text not null,
  version text not null,
  has_redis boolean not null,
  pictures text not null
) with (fillfactor = 50);
`
