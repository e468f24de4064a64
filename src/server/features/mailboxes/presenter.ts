import type { Data } from '#contract/index.ts'
import { isAtLeast } from '#contract/roles.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import type { LocatedOrganization } from '../../http/binding.ts'

/** A mail server of a mailbox's own, as it is stored, without its password. */
export type Outgoing = Pick<NonNullable<Data<'getMailbox'>['outgoing']>, 'host' | 'port' | 'security' | 'user'> & {
  /** By what it is reached where there is no password. */
  grant?: { id: string; provider: string }
}

/** How mail comes, as it is stored: posted, or from a folder of a mail server, without its password. */
export type Incoming = { type: 'http' } | (Outgoing & { type: 'imap'; folder: string })

export const incomingOf = ({ incoming }: Pick<Row<'mailboxes'>, 'incoming'>): Incoming => JSON.parse(incoming)

/** The mail server of the mailbox's own; null if its mail goes by the installation's. */
export const outgoingOf = ({ outgoing }: Pick<Row<'mailboxes'>, 'outgoing'>): Outgoing | null =>
  outgoing === null ? null : JSON.parse(outgoing)

/** What changes of a mailbox once nothing is wrong with it any more. One that connects just now still does. */
export const mendedColumns = (row: Pick<Row<'mailboxes'>, 'status' | 'received_at' | 'incoming'>) => {
  const isUnverified = row.received_at === null && incomingOf(row).type === 'http'
  return {
    ...{ error_code: null, error_message: null, error_since: null, error_side: null },
    status: row.status !== 'failing' ? row.status : isUnverified ? ('unverified' as const) : ('connected' as const),
  }
}

export const aliasesOf = ({ aliases }: Pick<Row<'mailboxes'>, 'aliases'>): string[] => JSON.parse(aliases)

/** A mailbox as those see it who have `role`: how its mail comes and goes is for owners and admins alone. */
export function presentMailbox(row: Row<'mailboxes'>, role: LocatedOrganization['role']): Data<'getMailbox'> {
  const maySeeServers = role !== null && isAtLeast(role, 'admin')
  const outgoing = outgoingOf(row)
  const incoming = incomingOf(row)
  const { id, agent_id, name, address, ai, signature, quote, undo_seconds, import_days, authserv_id } = row
  return {
    ...{ id, agent_id, name, address, aliases: aliasesOf(row) },
    incoming: maySeeServers ? (incoming.type === 'imap' ? presentServer(incoming) : incoming) : null,
    outgoing: maySeeServers && outgoing ? presentServer(outgoing) : null,
    ...{ ai, signature, quote, undo_seconds, import_days, authserv_id },
    mark_seen: row.mark_seen === 1,
    save_sent: row.save_sent === 1,
    is_paused: row.is_paused === 1,
    status: row.is_paused ? 'paused' : row.status,
    error: presentError(row),
    received_at: isoTimeOrNull(row.received_at),
    sent_at: isoTimeOrNull(row.sent_at),
    created_at: isoTime(row.created_at),
  }
}

const presentServer = <Server extends Outgoing>({ grant, ...server }: Server) => ({
  ...server,
  auth: grant ? { type: 'oauth' as const, provider: grant.provider } : { type: 'password' as const, provider: null },
})

function presentError({ error_code: code, error_message, error_since }: Row<'mailboxes'>): Data<'getMailbox'>['error'] {
  return code === null ? null : { code, message: error_message ?? '', since: isoTime(error_since ?? 0) }
}

/** How the audit log names a mailbox. */
export const mailboxTarget = ({ id, address }: Pick<Row<'mailboxes'>, 'id' | 'address'>) => ({
  type: 'mailbox' as const,
  id,
  name: address,
})
