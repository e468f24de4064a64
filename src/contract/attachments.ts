import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { flag, uuid } from './fields.ts'
import { fileQuery } from './message-files.ts'

/** A file that a member uploaded. */
export const upload = z.object({
  id: uuid,
  name: z.string(),
  /** By its content, whatever its sender says. */
  type: z.string(),
  size: z.int().meta({ description: 'In bytes' }),
  /** Whether opening it may do harm, so that people should be asked before. */
  is_risky: flag,
})

/** A file of a message. */
export const attachment = upload.extend({
  /** Whether the mail's HTML shows it. */
  is_inline: flag,
})

export const attachmentEndpoints = defineEndpoints({
  uploadAttachment: {
    summary: 'Upload a file for one message, which takes it within a day',
    multipart: z.object({ file: z.file() }),
    data: upload,
    errors: ['upstream_failure'],
  },
  downloadAttachment: { summary: 'Download a file of a message', query: fileQuery },
})
