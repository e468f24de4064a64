import type { ComposedMail } from './composed-mail.ts'

/** Writes a mail out as bytes, as it is sent. */
export async function rawMail(mail: ComposedMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({ ...mail, disableFileAccess: true, disableUrlAccess: true }).compile().build()
}
