import { plusAddress } from '../../adapters/mail/rules/signed-ids.ts'
import { newId } from '../../db/ids.ts'
import { AppError, tooMany } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { idKeys } from './id-keys.ts'
import { verifyJob } from './jobs.ts'
import { changeMailbox } from './queries.ts'
import { holdMailbox, tellMailbox } from './save-mailbox.ts'
import { canSend } from './sender.ts'
import { presentVerification, type Verification, verificationOf } from './verification.ts'

/** Verifications of a mailbox a minute, as each mails an address that somebody has typed. */
const A_MINUTE = 2

/**
 * Sends two mails to a mailbox, by which it proves that mail arrives. What was proved before no longer counts, as it may
 * be proved again because mail takes another way now.
 * @throws AppError 422 for a mailbox that can't send, or that takes no mail as it is paused; 429 `rate_limit_exceeded`
 */
export const verifyMailbox: Verb<'verifyMailbox'> = async (ctx, { mailbox }) => {
  if (!canSend(ctx, mailbox)) throw refused('There is no mail server to send by: give the mailbox one of its own.')
  if (mailbox.is_paused) throw refused('This mailbox is paused, and takes no mail until it is resumed.')
  const counted = await ctx.rateLimits.consume(`mailbox-verify:${mailbox.id}`, A_MINUTE)
  if (!counted.allowed) throw tooMany(counted, ctx.now())
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
