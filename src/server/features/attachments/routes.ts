import type { Bindings } from '../../http/binding.ts'
import { downloadAttachment } from './download.ts'

export const attachmentRoutes: Bindings<'downloadAttachment'> = {
  downloadAttachment: { run: downloadAttachment },
}
