import { createMail } from '../../adapters/mail/mail.ts'
import { type Check, fine, reasonOf, wrong } from './check.ts'

/** Sends a real mail to the first owner, since nothing less shows that mail works; no finding without a mail server. */
export const checkMail: Check = async ({ config, database }) => {
  if (!config.mail) return []
  const { smtp, from } = config.mail
  const name = 'mail'
  const to = database?.firstOwner
  if (!to) return fine(name, `Not tried: there is no owner yet to send one to through ${smtp.host}:${smtp.port}.`)
  try {
    await createMail(config.mail).send({
      to,
      subject: 'Baton can send mail',
      paragraphs: [`npm run doctor sent this from ${config.publicUrl}. Mail through ${smtp.host} works.`],
    })
    return fine(name, `${smtp.host}:${smtp.port} took one from ${from.address} to ${to}.`)
  } catch (error) {
    const mend = 'Check SMTP_URL and MAIL_FROM, and that the mail server lets this sender and this machine in.'
    return wrong(name, `${reasonOf(error)}.`, mend)
  }
}
