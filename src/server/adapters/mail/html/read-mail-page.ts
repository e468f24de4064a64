import { readMail } from '../read/read-mail.ts'
import { cleanMail } from './clean-mail.ts'
import type { MailPage } from './mail-page.ts'
import { sourceOf } from './pictures.ts'

/**
 * Reads a mail and makes a page of its HTML with the pictures that came with it.
 * @param hasPictures whether these are wanted
 * @returns null for a mail without HTML
 */
export async function readMailPage(bytes: Uint8Array, hasPictures: boolean): Promise<MailPage | null> {
  const { html, attachments } = await readMail(bytes)
  if (html === null) return null
  const inline = attachments
    .filter(({ contentId }) => contentId !== null)
    .map((file) => ({ contentId: file.contentId, source: hasPictures ? sourceOf(file.bytes) : undefined }))
  return cleanMail(html, inline)
}
