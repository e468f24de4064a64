import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import * as start from './migrations/0001-start.ts'
import * as uncheckedReferences from './migrations/0002-unchecked-references.ts'
import * as sessionUserAgent from './migrations/0003-session-user-agent.ts'
import * as textOrder from './migrations/0004-text-order.ts'
import * as idempotencyClaims from './migrations/0005-idempotency-claims.ts'
import * as fairJobs from './migrations/0006-fair-jobs.ts'
import * as knowledgeChanges from './migrations/0011-knowledge-changes.ts'
import * as messageAuthors from './migrations/0012-message-authors.ts'
import * as crawledSources from './migrations/0013-crawled-sources.ts'
import * as memberships from './migrations/0014-memberships.ts'
import * as account from './migrations/0015-account.ts'
import * as threads from './migrations/0016-threads.ts'
import * as labels from './migrations/0017-labels.ts'
import * as teamInbox from './migrations/0017-team-inbox.ts'
import * as workingHours from './migrations/0018-working-hours.ts'
import * as auditLog from './migrations/0020-audit-log.ts'
import * as privacy from './migrations/0021-privacy.ts'
import * as widget from './migrations/0023-widget.ts'
import * as savedReplies from './migrations/0024-saved-replies.ts'
import * as ownSettings from './migrations/0025-own-settings.ts'
import * as mailedWaits from './migrations/0026-mailed-waits.ts'
import * as search from './migrations/0027-search.ts'
import * as answerReasons from './migrations/0028-answer-reasons.ts'
import * as answerThreshold from './migrations/0028-answer-threshold.ts'
import * as unread from './migrations/0029-unread.ts'
import * as visitorReadAt from './migrations/0033-visitor-read-at.ts'
import * as sourceVersions from './migrations/0034-source-versions.ts'
import * as gaps from './migrations/0035-gaps.ts'
import * as checks from './migrations/0036-checks.ts'
import * as proofs from './migrations/0037-proofs.ts'
import * as searchBeginnings from './migrations/0041-search-beginnings.ts'
import * as overview from './migrations/0042-overview.ts'
import * as sites from './migrations/0043-sites.ts'
import * as impacts from './migrations/0045-impacts.ts'
import * as sourceBulks from './migrations/0046-source-bulks.ts'
import * as cutReplies from './migrations/0048-cut-replies.ts'
import * as keptWaits from './migrations/0049-kept-waits.ts'
import * as siteSources from './migrations/0050-site-sources.ts'
import * as sourceCrawls from './migrations/0051-source-crawls.ts'
import * as heldPlaces from './migrations/0052-held-places.ts'
import * as idleVisitors from './migrations/0053-idle-visitors.ts'
import * as spentCredits from './migrations/0054-spent-credits.ts'
import * as conversationsOfOrganization from './migrations/0055-conversations-of-organization.ts'
import * as filledInForms from './migrations/0056-filled-in-forms.ts'
import * as provedFields from './migrations/0057-proved-fields.ts'
import * as planSources from './migrations/0058-plan-sources.ts'
import * as jobLeases from './migrations/0059-job-leases.ts'
import type { Db } from './tables.ts'

const migrations = {
  '0001-start': start,
  '0002-unchecked-references': uncheckedReferences,
  '0003-session-user-agent': sessionUserAgent,
  '0004-text-order': textOrder,
  '0005-idempotency-claims': idempotencyClaims,
  '0006-fair-jobs': fairJobs,
  '0011-knowledge-changes': knowledgeChanges,
  '0012-message-authors': messageAuthors,
  '0013-crawled-sources': crawledSources,
  '0014-memberships': memberships,
  '0015-account': account,
  '0016-threads': threads,
  '0017-labels': labels,
  '0017-team-inbox': teamInbox,
  '0018-working-hours': workingHours,
  '0020-audit-log': auditLog,
  '0021-privacy': privacy,
  '0023-widget': widget,
  '0024-saved-replies': savedReplies,
  '0025-own-settings': ownSettings,
  '0026-mailed-waits': mailedWaits,
  '0027-search': search,
  '0028-answer-reasons': answerReasons,
  '0028-answer-threshold': answerThreshold,
  '0029-unread': unread,
  '0033-visitor-read-at': visitorReadAt,
  '0034-source-versions': sourceVersions,
  '0035-gaps': gaps,
  '0036-checks': checks,
  '0041-search-beginnings': searchBeginnings,
  '0042-overview': overview,
  '0043-sites': sites,
  '0045-impacts': impacts,
  '0046-source-bulks': sourceBulks,
  '0037-proofs': proofs,
  '0048-cut-replies': cutReplies,
  '0049-kept-waits': keptWaits,
  '0050-site-sources': siteSources,
  '0051-source-crawls': sourceCrawls,
  '0052-held-places': heldPlaces,
  '0053-idle-visitors': idleVisitors,
  '0054-spent-credits': spentCredits,
  '0055-conversations-of-organization': conversationsOfOrganization,
  '0056-filled-in-forms': filledInForms,
  '0057-proved-fields': provedFields,
  '0058-plan-sources': planSources,
  '0059-job-leases': jobLeases,
} as unknown as Record<string, Migration>
const done: Migration = { async up() {} }

/** The migrations applied to a database, and those that this version would still apply. */
export interface SchemaState {
  applied: string[]
  pending: string[]
  /** Migrations that a newer version has applied and this version does not know. */
  newer: string[]
}

/** Reads which migrations were applied. Changes nothing. */
export async function schemaState(db: Db): Promise<SchemaState> {
  const applied = await appliedMigrations(db)
  return {
    applied,
    pending: Object.keys(migrations).filter((name) => !applied.includes(name)),
    newer: applied.filter((name) => !(name in migrations)),
  }
}

/**
 * Applies the missing migrations. On PostgreSQL, several starting processes may call it at once, since Kysely takes a
 * lock there; on SQLite there is only one process (`lockFolder`). Migrations of a newer version are left in place,
 * because each schema also serves the version before it.
 */
export async function migrate(db: Db): Promise<void> {
  for (;;) {
    const { newer } = await schemaState(db)
    const known = { ...migrations, ...Object.fromEntries(newer.map((name) => [name, done])) }
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest()
    if (!error) return
    // Another process, of a newer version, migrated while this one waited for the lock.
    const isOvertaken = (await schemaState(db)).newer.length > newer.length
    if (!isOvertaken) throw error
  }
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

/**
 * The e-mail address of the oldest account that is an organization's `owner_id`; undefined if no organization exists
 * yet.
 */
export async function firstOwner(db: Db, { applied }: SchemaState): Promise<string | undefined> {
  if (applied.length === 0) return undefined
  const owners = db.selectFrom('organizations').select('owner_id')
  const users = db.selectFrom('users').select('email').where('id', 'in', owners)
  return (await users.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst())?.email
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return []
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db)
  return rows.map((row) => row.name)
}
