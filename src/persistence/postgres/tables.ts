import type {Database} from './database.js';

/** Incremented with every change of the tables or their contents, so that no version misreads the data of another. */
export const tableFormat = 1;

/** Any number that all versions share. */
const lock = 6_220_113;

/** `made`: an account's assumptions and expiry; `baseline_id` is null if a reset restores the common baseline. */
const tables = `
SELECT pg_advisory_xact_lock(${lock});
CREATE TABLE IF NOT EXISTS sandbox_state (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sandbox text NOT NULL
);
CREATE TABLE IF NOT EXISTS sandbox_state_part (
  id bigint REFERENCES sandbox_state ON DELETE CASCADE,
  n int,
  bytes bytea NOT NULL,
  PRIMARY KEY (id, n)
);
CREATE TABLE IF NOT EXISTS sandbox_meta (
  sandbox text PRIMARY KEY,
  format int NOT NULL,
  seed bigint NOT NULL,
  baseline_state bigint REFERENCES sandbox_state,
  owner uuid,
  epoch bigint NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS sandbox_node (
  id uuid PRIMARY KEY,
  url text NOT NULL,
  heartbeat timestamptz NOT NULL
);
CREATE TABLE IF NOT EXISTS sandbox_account (
  incarnation bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sandbox text NOT NULL REFERENCES sandbox_meta,
  name text NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  seq bigint NOT NULL DEFAULT 0,
  state_id bigint NOT NULL REFERENCES sandbox_state,
  state_seq bigint NOT NULL DEFAULT 0,
  baseline_id bigint REFERENCES sandbox_state,
  made text NOT NULL,
  UNIQUE (sandbox, name)
);
CREATE TABLE IF NOT EXISTS sandbox_log (
  incarnation bigint REFERENCES sandbox_account ON DELETE CASCADE,
  seq bigint,
  change text NOT NULL,
  state_id bigint REFERENCES sandbox_state,
  PRIMARY KEY (incarnation, seq)
);
CREATE TABLE IF NOT EXISTS sandbox_snapshot (
  incarnation bigint REFERENCES sandbox_account ON DELETE CASCADE,
  name text,
  state_id bigint NOT NULL REFERENCES sandbox_state,
  saved_at text NOT NULL,
  PRIMARY KEY (incarnation, name)
);
CREATE INDEX IF NOT EXISTS sandbox_state_sandbox ON sandbox_state (sandbox);
CREATE INDEX IF NOT EXISTS sandbox_account_state ON sandbox_account (state_id);
CREATE INDEX IF NOT EXISTS sandbox_account_baseline ON sandbox_account (baseline_id);
CREATE INDEX IF NOT EXISTS sandbox_log_state ON sandbox_log (state_id) WHERE state_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS sandbox_snapshot_state ON sandbox_snapshot (state_id);
`;

/** Creates the tables if there are none: a user without permission to create tables can still use existing ones. */
export async function makeTables(database: Database): Promise<void> {
  const [found] = await database.query<{is: boolean}>(`SELECT to_regclass('sandbox_snapshot') IS NOT NULL AS is`);
  if (!found!.is) {
    await database.run(tables);
  }
}
