import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds second factors, their recovery codes, and the tokens of links in mails. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('two_factors')
    .addColumn('user_id', text, (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('secret', text)
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('pending_secret', text)
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', text, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('recovery_codes_user_id_code_hash')
    .on('recovery_codes')
    .columns(['user_id', 'code_hash'])
    .execute()
  await db.schema
    .createTable('account_tokens')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('token_hash', text)
    .addColumn('email', text)
    .addColumn('ends_two_factor', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('account_tokens_user_id').on('account_tokens').column('user_id').execute()
  await db.schema.createIndex('account_tokens_token_hash').on('account_tokens').column('token_hash').unique().execute()
}
