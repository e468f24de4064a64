import { limits } from '#contract/limits.ts'
import type { Context, Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { forgetMailbox } from '../agents/index.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { hashToken, newToken } from '../keys/index.ts'
import { removeOtherGrants } from '../mail-grants/index.ts'
import { holdPermission } from '../organizations/index.ts'
import { connectNow, resetFetch } from './fetch-queries.ts'
import { sendWaitingJob } from './jobs.ts'
import { incomingOf, mailboxTarget, outgoingOf, presentMailbox } from './presenter.ts'
import { changeMailbox, insertMailbox, lockMailbox, selectMailboxes } from './queries.ts'
import { settingsOf } from './settings.ts'

/** Adds a mailbox. Its answer alone contains the address to which its mail is posted, if it is. */
export const createMailbox: Verb<'createMailbox'> = async (ctx, { organization, body }) => {
  const isPosted = body.incoming.type === 'http'
  const id = newId()
  const { token, hash } = newInboundToken()
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, organization.id) // locks the organization, so that two requests can't pass the limit
    if ((await selectMailboxes(tx, organization.id)).length >= limits.mailboxes)
      throw new AppError('subscription_limit_exceeded', {
        message: `An organization has at most ${limits.mailboxes} mailboxes.`,
      })
    const row = {
      ...NEW,
      ...(await settingsOf(ctx, tx, { id, organizationId: organization.id }, body)),
      ...{ id, organization_id: organization.id, created_at: ctx.now() },
      inbound_token_hash: isPosted ? hash : null,
    } as NewRow<'mailboxes'> & Row<'mailboxes'> // `settings` has all fields, as the contract fills in its defaults
    await insertMailbox(tx, row)
    await resetFetch(tx, id, !isPosted)
    await recordAudit(ctx, tx, organization.id, 'mailbox.created', mailboxTarget(row))
    await tellMailbox(ctx, tx, row)
    const shown = presentMailbox(row, organization.role)
    return ctx.answer(tx, { ...shown, ...(isPosted && { inbound_url: inboundUrl(ctx, token) }) })
  })
}

const NEW = {
  outgoing: null,
  outgoing_secret: null,
  trusts_plus: 0,
  verification: null,
  outage_told: null,
  status: 'unverified',
  incoming: JSON.stringify({ type: 'http' }),
  incoming_secret: null,
  ...{ error_code: null, error_message: null, error_since: null, error_side: null },
  ...{ received_at: null, sent_at: null, ai_silent_until: null, deleted_at: null },
} as const

const newInboundToken = () => {
  const token = newToken()
  return { token, hash: hashToken(token) }
}

const inboundUrl = (ctx: Context, token: string): string => `${ctx.publicUrl}/inbound/v1/${token}`

const NO_SECRETS = { inbound_token_hash: null, incoming_secret: null, outgoing_secret: null } as const

/** Another folder is fetched from its start; of the same one it is known how far it was, but the next attempt is made now. */
async function fetchAnew(tx: Tx, before: Row<'mailboxes'>, after: Row<'mailboxes'>): Promise<void> {
  const [was, is] = [incomingOf(before), incomingOf(after)]
  const keys = ['host', 'user', 'folder'] as const
  const isSame = was.type === 'imap' && is.type === 'imap' && keys.every((key) => was[key] === is[key])
  if (isSame) await connectNow(tx, after.id)
  else await resetFetch(tx, after.id, is.type === 'imap')
}

/** Locks a mailbox that the caller may still change. @throws AppError 404 if it was deleted in the meantime */
export async function holdMailbox(
  ctx: Context,
  tx: Tx,
  { id, organization_id }: Row<'mailboxes'>,
): Promise<Row<'mailboxes'>> {
  await holdPermission(ctx, tx, organization_id)
  const row = await lockMailbox(tx, id)
  return orNotFound(row?.deleted_at === null ? row : undefined)
}

export const updateMailbox: Verb<'updateMailbox'> = async (ctx, { organization, mailbox, body }) =>
  ctx.database.transaction(async (tx) => {
    const current = await holdMailbox(ctx, tx, mailbox)
    const place = { id: current.id, organizationId: organization.id }
    const changes = await settingsOf(ctx, tx, place, body, current)
    const after = { ...current, ...changes } as Row<'mailboxes'>
    if (Object.keys(changes).length === 0) return presentMailbox(current, organization.role)
    await changeMailbox(tx, current.id, changes)
    await removeOtherGrants(tx, current.id, grantsOf(after))
    if ('incoming' in changes) await fetchAnew(tx, current, after)
    if ('outgoing' in changes) await ctx.jobs.send(tx, sendWaitingJob, { mailboxId: current.id })
    await recordAudit(ctx, tx, organization.id, 'mailbox.changed', mailboxTarget(after), {
      fields: changedFields<Row<'mailboxes'>>({ ...current, incoming: '', outgoing: '' }, changes).filter(
        (name) => name in body,
      ),
    })
    await tellMailbox(ctx, tx, after)
    return presentMailbox(after, organization.role)
  })

/** The grants by which a mailbox is reached. */
const grantsOf = (row: Row<'mailboxes'>): string[] =>
  [incomingOf(row), outgoingOf(row)].flatMap((side) => (side && 'grant' in side && side.grant ? [side.grant.id] : []))

/**
 * Deletes a mailbox with its password and its address. What came and went stays in its conversations. What waits to leave
 * is tried once more, so that people are told at once of what can't.
 */
export const deleteMailbox: Verb<'deleteMailbox'> = async (ctx, { organization, mailbox }) => {
  await ctx.database.transaction(async (tx) => {
    const row = await holdMailbox(ctx, tx, mailbox)
    await changeMailbox(tx, row.id, { deleted_at: ctx.now(), ...NO_SECRETS })
    await removeOtherGrants(tx, row.id, [])
    await resetFetch(tx, row.id, false)
    await ctx.jobs.send(tx, sendWaitingJob, { mailboxId: row.id })
    for (const agent_id of await forgetMailbox(tx, row.id))
      await emit(ctx, tx, row.organization_id, { type: 'agent.updated', agent_id })
    await recordAudit(ctx, tx, organization.id, 'mailbox.deleted', mailboxTarget(row))
    await tellMailbox(ctx, tx, row)
  })
}

/** Makes a new address to which the mailbox's mail is posted; the former one ends at once. @throws AppError 422 if it is fetched */
export const renewInboundUrl: Verb<'renewInboundUrl'> = async (ctx, { organization, mailbox }) => {
  const { token, hash } = newInboundToken()
  return ctx.database.transaction(async (tx) => {
    const row = await holdMailbox(ctx, tx, mailbox)
    if (incomingOf(row).type === 'imap')
      throw new AppError('validation_failed', { message: 'The mail of this mailbox is fetched, and posted nowhere.' })
    await changeMailbox(tx, row.id, { inbound_token_hash: hash })
    await recordAudit(ctx, tx, organization.id, 'mailbox.changed', mailboxTarget(row))
    return ctx.answer(tx, { inbound_url: inboundUrl(ctx, token) })
  })
}

/** On which the processes that fetch mail hear that a mailbox is not what it was. */
export const MAILBOXES_TOPIC = 'mailboxes'

/** Tells the organization's members, and the processes that fetch mail, that a mailbox is not what it was. */
export async function tellMailbox(
  ctx: Dependencies,
  tx: Tx,
  { id, organization_id }: Pick<Row<'mailboxes'>, 'id' | 'organization_id'>,
): Promise<void> {
  await emit(ctx, tx, organization_id, { type: 'mailbox.updated', mailbox_id: id })
  await ctx.notifications.notify(tx, MAILBOXES_TOPIC, id)
}
