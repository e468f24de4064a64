import type { Data } from '#contract/index.ts'
import { plusAddress } from '../../adapters/mail/rules/signed-ids.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { isoTimeOrNull } from '../../db/time.ts'
import { AppError } from '../../errors.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { verifyJob } from './jobs.ts'
import { presentMailbox } from './presenter.ts'
import { changeMailbox, selectFetch, selectMailboxes } from './queries.ts'
import {
  createMailbox,
  deleteMailbox,
  holdMailbox,
  renewInboundUrl,
  tellMailbox,
  updateMailbox,
} from './save-mailbox.ts'
import { canSend } from './sender.ts'
import { idKeys } from './settings.ts'
import { testMailbox } from './test-mailbox.ts'
import { presentVerification, type Verification, verificationOf } from './verification.ts'

/** A mail that its server named and did not hand over. */
export interface Unfetched {
  uid: number
  /** In bytes. */
  size: number
  /** When it came in on its server, in milliseconds. */
  at: number | null
}

/** Lists the last mails of a mailbox that its server did not hand over, newest first; none where mail is posted. */
async function listUnfetched(ctx: Context, id: string): Promise<Data<'listUnfetchedMails'>> {
  const known: Unfetched[] = JSON.parse((await selectFetch(ctx.database.read, id))?.unfetched ?? '[]')
  return known.toReversed().map(({ uid, size, at }) => ({ uid, size, received_at: isoTimeOrNull(at) }))
}

/** Verifications of a mailbox a minute, as each mails an address that somebody has typed. */
const A_MINUTE = 2

/**
 * Sends two mails to a mailbox, by which it proves that mail arrives. What was proved before no longer counts, as it may
 * be proved again because mail takes another way now.
 * @throws AppError 422 for a mailbox that can't send, or that takes no mail as it is paused; 429 `rate_limit_exceeded`
 */
const verifyMailbox: Verb<'verifyMailbox'> = async (ctx, { mailbox }) => {
  if (!canSend(ctx, mailbox)) throw refused('There is no mail server to send by: give the mailbox one of its own.')
  if (mailbox.is_paused) throw refused('This mailbox is paused, and takes no mail until it is resumed.')
  const { allowed, resetAt } = await ctx.rateLimits.consume(`mailbox-verify:${mailbox.id}`, A_MINUTE)
  if (!allowed) {
    const seconds = Math.max(1, Math.ceil((resetAt - ctx.now()) / 1_000))
    throw new AppError('rate_limit_exceeded', { headers: { 'Retry-After': seconds } })
  }
  return ctx.database.transaction(async (tx) => {
    const row = await holdMailbox(ctx, tx, mailbox)
    const id = newId()
    const hasRoom = plusAddress(row.address, id, idKeys(ctx)) !== null
    const sending = { status: 'sending', message: null } as const
    const verification: Verification = {
      ...{ id, started_at: ctx.now(), plain: sending },
      plus: hasRoom ? sending : { status: 'refused', message: 'The address is too long for a token behind a +.' },
      authserv_id: verificationOf(row)?.authserv_id ?? null,
    }
    await changeMailbox(tx, row.id, { verification: JSON.stringify(verification), trusts_plus: 0 })
    await ctx.jobs.send(tx, verifyJob, { mailboxId: row.id, id, which: 'plain' })
    if (hasRoom) await ctx.jobs.send(tx, verifyJob, { mailboxId: row.id, id, which: 'plus' })
    await tellMailbox(ctx, tx, row)
    return ctx.answer(tx, presentVerification(verification))
  })
}

const refused = (message: string) => new AppError('validation_failed', { message })

export const mailboxRoutes = {
  listMailboxes: {
    async run(ctx, { organization }) {
      const rows = await selectMailboxes(ctx.database.read, organization.id)
      return rows.map((row) => presentMailbox(row, organization.role))
    },
  },
  getMailbox: { run: async (_ctx, { mailbox, organization }) => presentMailbox(mailbox, organization.role) },
  createMailbox: { run: createMailbox },
  updateMailbox: { run: updateMailbox },
  deleteMailbox: { run: deleteMailbox },
  renewInboundUrl: { run: renewInboundUrl },
  testMailbox: { run: testMailbox },
  listUnfetchedMails: { run: (ctx, { mailbox }) => listUnfetched(ctx, mailbox.id) },
  verifyMailbox: { run: verifyMailbox },
  getMailboxVerification: {
    async run(_ctx, { mailbox }) {
      const verification = verificationOf(mailbox)
      return verification && presentVerification(verification)
    },
  },
} satisfies Partial<Bindings>
