import type { Bindings } from '../../http/binding.ts'
import { downloadAttachment } from './download.ts'
import { uploadAttachment } from './upload.ts'

export const attachmentRoutes = {
  uploadAttachment: { run: uploadAttachment },
  downloadAttachment: { run: downloadAttachment },
} satisfies Partial<Bindings>
