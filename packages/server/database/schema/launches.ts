// Launches, their pictures and their folders: what the chain does not carry, so a rebuilt index leaves these tables alone.

export const LAUNCHES = `
-- What each launch was prepared with.
create table launches (
  mint_address text primary key,
  id uuid not null unique,
  creator_address text not null,
  name text not null,
  symbol text not null,
  collection_name text not null,
  description text not null,
  links jsonb not null default '{}',
  image_hash text not null,
  -- Content address of the launch's folder; null if it was prepared before folders existed.
  folder_cid text,
  metadata_uri text not null,
  dev_buy_lamports numeric(20,0) not null,
  boost boolean not null,
  created_at timestamptz not null default now()
);
create index launches_created_at on launches (created_at);
create index launches_folder_cid on launches (folder_cid) where folder_cid is not null;
create index launches_image_hash on launches (image_hash);

-- Pictures that may belong to nothing: just uploaded, or no longer used by a launch or a profile. packages/server/launch/sweep.ts
-- checks them after an hour, and never deletes a picture that was not listed here.
create table loose_pictures (
  image_hash text primary key,
  loose_since timestamptz not null default now()
);
create index loose_pictures_since on loose_pictures (loose_since);
create function loosen_picture() returns trigger language plpgsql as $$ begin
  insert into loose_pictures (image_hash) values (old.image_hash)
    on conflict (image_hash) do update set loose_since = now(); return null; end $$;
create trigger launches_loosen_picture after delete on launches for each row execute function loosen_picture();

-- Folders that IPFS clients currently walk block by block, also folders of other servers: clients ask for files by the files' own
-- addresses.
create table asked_folders (
  folder_cid text primary key,
  asked_at timestamptz not null default now()
);

-- Folders that a pinning service (named by its host) was asked to keep. Any server takes the ones that are due.
create table pins (
  folder_cid text not null,
  service text not null,
  request_id text,
  state text not null default 'queued',
  message text,
  since timestamptz not null default now(),
  failures integer not null default 0,
  looks integer not null default 0,
  due_at timestamptz not null default now(),
  primary key (folder_cid, service)
);
create index pins_due on pins (service, due_at);
`
