import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import * as firstSchema from './migrations/0001-first-schema.ts'
import * as notAnswered from './migrations/0003-not-answered.ts'
import * as offer from './migrations/0004-offer.ts'
import * as logos from './migrations/0005-logos.ts'
import * as notifications from './migrations/0006-notifications.ts'
import * as push from './migrations/0007-push.ts'
import * as crawlStarter from './migrations/0008-crawl-starter.ts'
import * as mail from './migrations/0009-mail.ts'
import * as peopleMail from './migrations/0010-people-mail.ts'
import * as mailboxProof from './migrations/0011-proof-of-mailboxes.ts'
import * as continuity from './migrations/0012-continuity.ts'
import * as mailSearch from './migrations/0013-mail-search.ts'
import * as followedReplies from './migrations/0014-followed-replies.ts'
import * as attachments from './migrations/0015-attachments.ts'
import * as suggestions from './migrations/0016-suggestions.ts'
import * as imap from './migrations/0017-imap.ts'
import * as modelAccounts from './migrations/0019-model-accounts.ts'
import * as alarms from './migrations/0021-alarms.ts'
import * as noListedFiles from './migrations/0022-no-listed-files.ts'
import * as verification from './migrations/0023-verification.ts'
import * as alarmsListed from './migrations/0025-alarms-listed.ts'
import * as mailGrants from './migrations/0026-mail-grants.ts'
import * as auditedFields from './migrations/0027-audited-fields.ts'
import * as leftOpen from './migrations/0028-left-open.ts'
import * as askedByMail from './migrations/0029-asked-by-mail.ts'
import * as factsFromOpening from './migrations/0030-facts-from-opening.ts'
import * as traces from './migrations/0031-traces.ts'
import * as undoneMails from './migrations/0032-undone-mails.ts'
import type { Row } from './rows.ts'
import type { Db } from './tables.ts'

const migrations = {
  '0001-first-schema': firstSchema,
  '0003-not-answered': notAnswered,
  '0004-offer': offer,
  '0005-logos': logos,
  '0006-notifications': notifications,
  '0007-push': push,
  '0008-crawl-starter': crawlStarter,
  '0009-mail': mail,
  '0010-people-mail': peopleMail,
  '0011-proof-of-mailboxes': mailboxProof,
  '0012-continuity': continuity,
  '0013-mail-search': mailSearch,
  '0014-followed-replies': followedReplies,
  '0015-attachments': attachments,
  '0016-suggestions': suggestions,
  '0017-imap': imap,
  '0019-model-accounts': modelAccounts,
  '0021-alarms': alarms,
  '0022-no-listed-files': noListedFiles,
  '0023-verification': verification,
  '0025-alarms-listed': alarmsListed,
  '0026-mail-grants': mailGrants,
  '0027-audited-fields': auditedFields,
  '0028-left-open': leftOpen,
  '0029-asked-by-mail': askedByMail,
  '0030-facts-from-opening': factsFromOpening,
  '0031-traces': traces,
  '0032-undone-mails': undoneMails,
} as unknown as Record<string, Migration>
const done: Migration = { async up() {} }

/** Migrations of databases that were made before the first schema was settled. Each such database has one of them. */
const FROM_DEVELOPMENT = ['0002-unchecked-references', '0001-start']
const TOO_OLD: Unusable = {
  problem: 'was made by a version from before 1.0.0, from which Baton is not upgraded',
  mend: 'Set DATA_DIR to an empty folder, or DATABASE_URL to an empty database, to begin anew.',
}
const TOO_NEW: Unusable = {
  problem: 'was brought up to date by a newer version, and has lost what this one needs',
  mend: 'Start that version, or restore the backup from before the upgrade.',
}

/** The end of the name of a migration that takes away what versions use which don't know the migration of that number. */
const NEEDS = /-needs-(\d{4})$/
const numberOf = (name: string) => Number(name.slice(0, 4))
const NEWEST = Math.max(...Object.keys(migrations).map(numberOf))

/** Why this version can't work with a database, as the rest of a sentence that begins with the database; what to do. */
interface Unusable {
  problem: string
  mend: string
}

/** The migrations applied to a database, and those that this version would still apply. */
export interface SchemaState {
  applied: string[]
  pending: string[]
  /** Migrations that a newer version has applied and this version does not know. */
  newer: string[]
  /** Set if this version can't work with the database, nor bring it up to date. */
  unusable: Unusable | undefined
}

/** The state of a database without tables, or of one that is not read. */
export const NO_SCHEMA: SchemaState = { applied: [], pending: [], newer: [], unusable: undefined }

/** Reads which migrations were applied. Changes nothing. */
export async function schemaState(db: Db): Promise<SchemaState> {
  const applied = await appliedMigrations(db)
  const newer = applied.filter((name) => !(name in migrations))
  const isTooOld = FROM_DEVELOPMENT.some((name) => applied.includes(name))
  const isTooNew = newer.some((name) => Number(NEEDS.exec(name)?.[1] ?? 0) > NEWEST)
  return {
    applied,
    pending: Object.keys(migrations).filter((name) => !applied.includes(name)),
    newer,
    unusable: isTooOld ? TOO_OLD : isTooNew ? TOO_NEW : undefined,
  }
}

/**
 * Applies the missing migrations in one transaction. On PostgreSQL, several starting processes may call it at once, since
 * Kysely takes a lock there; on SQLite there is only one process (`lockFolder`). Migrations of a newer version are left in
 * place, because each schema also serves the version before it.
 * @throws Error with a sentence when this version can't work with the database, or a migration failed, whose error is
 * the cause
 */
export async function migrate(db: Db): Promise<void> {
  for (;;) {
    const { newer, unusable } = await schemaState(db)
    if (unusable) throw new Error(`The database ${unusable.problem}. ${unusable.mend}`)
    const known = { ...migrations, ...Object.fromEntries(newer.map((name) => [name, done])) }
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } })
    const { error, results } = await migrator.migrateToLatest()
    if (!error) return
    // Another process, of a newer version, migrated while this one waited for the lock.
    const isOvertaken = (await schemaState(db)).newer.length > newer.length
    if (isOvertaken) continue
    const failed = results?.find(({ status }) => status === 'Error')
    throw failed ? migrationError(failed.migrationName, error) : error
  }
}

function migrationError(name: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
  const message = `The database could not be brought up to date, and is as it was: ${name} failed (${reason}). Mend that and start again; until then the version before works with it.`
  return new Error(message, { cause })
}

/** Whether every migration of this version has been applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  return (await schemaState(db)).pending.length === 0
}

/** The time of the newest event; undefined if there is none, or no table for it yet. */
export async function newestEventAt(db: Db, { applied }: SchemaState): Promise<number | undefined> {
  if (applied.length === 0) return undefined
  const newest = await db.selectFrom('events').select('created_at').orderBy('sequence', 'desc').limit(1).execute()
  return newest[0]?.created_at
}

/** The e-mail address of the oldest account that owns an organization; undefined if no organization exists yet. */
export async function firstOwner(db: Db, { applied }: SchemaState): Promise<string | undefined> {
  if (applied.length === 0) return undefined
  const owners = db.selectFrom('memberships').select('user_id').where('role', '=', 'owner')
  const users = db.selectFrom('users').select('email').where('id', 'in', owners)
  return (await users.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst())?.email
}

/** The mailboxes of all organizations that are not paused; none before this version's schema is applied. */
export async function mailboxesAtWork(db: Db, { pending }: SchemaState): Promise<Row<'mailboxes'>[]> {
  if (pending.length > 0) return []
  const mailboxes = db.selectFrom('mailboxes').selectAll().where('deleted_at', 'is', null).where('is_paused', '=', 0)
  return mailboxes.orderBy('id').execute()
}

/** The accounts of all organizations with providers of AI models, each with the slug of its first model. */
export async function modelAccountsOf(db: Db, { pending }: SchemaState) {
  if (pending.length > 0) return []
  return db
    .selectFrom('model_accounts')
    .leftJoin('account_models', (join) =>
      join.onRef('account_models.account_id', '=', 'model_accounts.id').on('account_models.position', '=', 0),
    )
    .selectAll('model_accounts')
    .select('account_models.slug')
    .orderBy('model_accounts.id')
    .execute()
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return []
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db)
  return rows.map((row) => row.name)
}
