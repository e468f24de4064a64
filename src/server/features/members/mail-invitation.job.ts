import type { Message } from '../../adapters/mail/compose.ts'
import { sendUnlessRefused } from '../../adapters/mail/send.ts'
import { emit } from '../../events/emit.ts'
import { handler } from '../../jobs/handler.ts'
import { hashToken, newToken } from '../keys/index.ts'
import { mailInvitationJob } from './jobs.ts'
import { changeInvitation, selectInvitationById } from './queries.ts'

type Invitation = NonNullable<Awaited<ReturnType<typeof selectInvitationById>>>

/** The token is made for this mail, so that neither database nor queue has it. A failure's reason is stored. */
export const mailInvitationHandler = handler(mailInvitationJob, (deps) => {
  const note = async (id: string, mailError: string) => {
    await deps.database.transaction(async (tx) => {
      const invitation = await selectInvitationById(tx, id, deps.now())
      if (!invitation) return
      await changeInvitation(tx, id, { mail_error: mailError })
      await emit(deps, tx, invitation.organization_id, { type: 'member.updated' })
    })
  }
  return {
    async run({ invitationId }) {
      const invitation = await selectInvitationById(deps.database.read, invitationId, deps.now())
      if (!invitation) return
      if (!deps.mail) throw new Error('This process has no SMTP_URL')
      const token = newToken()
      await deps.database.transaction((tx) => changeInvitation(tx, invitationId, { token_hash: hashToken(token) }))
      const message = messageTo(invitation, `${deps.config.publicUrl}/invitation#${token}`)
      const refusal = await sendUnlessRefused(deps.mail, message)
      if (refusal) await note(invitationId, refusal.message)
    },
    failed: ({ invitationId }, error) =>
      note(invitationId, error instanceof Error ? error.message : 'The mail could not be sent.'),
  }
})

function messageTo({ email, organization_name, inviter_name }: Invitation, url: string): Message {
  return {
    to: email,
    subject: `${inviter_name} invites you to ${organization_name}`,
    paragraphs: [
      'Hello,',
      `${inviter_name} invites you to answer visitors together, as a member of ${organization_name}.`,
    ],
    link: { label: 'Join', url },
    notes: ['The link works once, within seven days.', 'If you do not know who this is, do nothing.'],
  }
}
