import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/**
 * Adds memberships, by which people belong to organizations with a role, and invitations. Before, each organization had
 * one owner and nobody else. The version before may run beside this one and still creates organizations with an
 * `owner_id` alone, so a trigger makes each new organization's owner a member.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('memberships')
    .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('availability', text, (column) => column.notNull().defaultTo('available'))
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint')
    .addPrimaryKeyConstraint('memberships_key', ['organization_id', 'user_id'])
    .execute()
  await db.schema.createIndex('memberships_user_id').on('memberships').column('user_id').execute()
  await makeOwnersMembers(db)
  await db.schema
    .createTable('invitations')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('token_hash', text, (column) => column.notNull())
    .addColumn('inviter_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('mail_error', text)
    .execute()
  await db.schema.createIndex('invitations_token_hash').on('invitations').column('token_hash').unique().execute()
  await db.schema
    .createIndex('invitations_organization_id')
    .on('invitations')
    .columns(['organization_id', 'created_at'])
    .execute()
  await db.schema.alterTable('session_tokens').addColumn('organization_id', text).execute()
}

/** Makes the owners of existing organizations members, and creates the trigger that does so for new organizations. */
async function makeOwnersMembers(db: Kysely<never>): Promise<void> {
  const insert = sql`insert into memberships (organization_id, user_id, role, joined_at)`
  if (!hasRowLocks(db)) {
    await sql`create trigger organizations_first_owner after insert on organizations begin
      ${insert} values (new.id, new.owner_id, 'owner', new.created_at);
    end`.execute(db)
  } else {
    await sql`create function add_first_owner() returns trigger language plpgsql as $$ begin
      ${insert} values (new.id, new.owner_id, 'owner', new.created_at);
      return new;
    end $$`.execute(db)
    await sql`create trigger organizations_first_owner after insert on organizations
      for each row execute function add_first_owner()`.execute(db)
  }
  await sql`${insert} select id, owner_id, 'owner', created_at from organizations`.execute(db)
}
