import type { ComposedMail } from './composed-mail.ts'

/** A mail's raw bytes as it is sent, such as a copy among sent mails. Bcc is nowhere in it. */
export async function rawMail(mail: ComposedMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({ ...mail, disableFileAccess: true, disableUrlAccess: true }).compile().build()
}
