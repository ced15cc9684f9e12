// People: who is signed in, profiles, what wallets watch and follow, and what they are notified of.

export const PEOPLE = `
-- Tokens are stored as their SHA-256.
create table sessions (
  token_hash text primary key,
  id uuid not null unique,
  -- Null if an admin link opened the session.
  wallet_address text,
  device text not null,
  admin_until timestamptz,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_wallet on sessions (wallet_address, last_seen_at);
create index sessions_expires on sessions (expires_at);
create index sessions_last_seen on sessions (last_seen_at, id);

-- Issued and not used yet.
create table sign_in_nonces (
  nonce text primary key,
  expires_at timestamptz not null
);
create index sign_in_nonces_expires on sign_in_nonces (expires_at);

create table admin_links (
  token_hash text primary key,
  expires_at timestamptz not null
);

create table wallet_users (
  wallet_address text primary key,
  username text not null check (char_length(username) between 1 and 50),
  -- Equal for names that look the same, in whatever letters they are written.
  username_skeleton text not null unique,
  -- Shown in place of a name that the present rule would refuse.
  shown_name text,
  bio text not null default '' check (char_length(bio) <= 500),
  image_hash text,
  joined_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index wallet_users_search on wallet_users using gin (lower(username) gin_trgm_ops);
create index wallet_users_search_prefix on wallet_users (lower(username) text_pattern_ops);

-- The coins that a wallet watches, in its order.
create table watchlists (
  wallet_address text primary key,
  collection_ids jsonb not null,
  updated_at timestamptz not null default now()
);

-- Wallets that a wallet follows; notify asks for notifications of their trades.
create table follows (
  follower text not null,
  followed text not null,
  notify boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (follower, followed)
);
create index follows_to_notify on follows (followed, follower) where notify;

-- An alert that fires becomes a notification with the same id, and is deleted.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  wallet_address text not null,
  collection_id uuid not null,
  kind text not null,
  -- For a price or a market cap: above or below which value, in attoSOL (1e-18) or cents of dollars.
  direction text,
  target_units numeric(20,0),
  -- The coin's last event when the alert was set: earlier events do not fire it.
  since_sequence bigint not null,
  created_at timestamptz not null default now()
);
create index alerts_wallet on alerts (wallet_address, created_at);
create index alerts_target on alerts (collection_id, kind, direction, target_units);

-- The last event that a coin's alerts were compared with.
create table alert_marks (
  collection_id uuid primary key,
  sequence bigint not null
);

-- The last event whose offers and sales were announced.
create table nft_news_marks (
  collection_id uuid primary key,
  sequence bigint not null
);

-- Alerts that fired, trades of followed wallets, and offers and sales of a wallet's NFTs.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  wallet_address text not null,
  kind text not null,
  collection_id uuid not null,
  direction text,
  target_units numeric(20,0),
  value_units numeric(40,0),
  followed_address text,
  -- Minutes since 1970. A followed wallet is announced once a minute, offers for one coin's NFTs once in some minutes, of which
  -- this is the first.
  minute bigint,
  trade_type text,
  -- What was paid.
  lamports numeric(20,0),
  trade_count integer,
  -- Null if an offer is for several NFTs of the wallet.
  nft_token_id integer,
  -- What the seller receives.
  seller_lamports numeric(20,0),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  unique (followed_address, minute, wallet_address)
);
create index notifications_wallet on notifications (wallet_address, created_at, id);
create unique index notifications_offers on notifications (wallet_address, collection_id, minute) where kind = 'offer';

-- The key that signs pushes: one for all servers, because browsers subscribe to it.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  private_key text not null,
  created_at timestamptz not null default now()
);

-- Browsers that receive pushes, as long as the session lasts that asked for them.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  wallet_address text not null,
  session_id uuid references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  device text not null,
  -- The first of the minutes that the last pushed offer counts for.
  offers_minute bigint not null default 0,
  created_at timestamptz not null default now()
);
create index push_subscriptions_wallet on push_subscriptions (wallet_address, created_at);
create index push_subscriptions_session on push_subscriptions (session_id);

-- Pushes to send or to retry.
create table push_jobs (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (subscription_id, notification_id)
);
create index push_jobs_due on push_jobs (due_at);
create index push_jobs_notification on push_jobs (notification_id);
`
