import type { Bindings } from '../../http/binding.ts'
import { beginByEmail } from './begin-by-email.ts'
import { downloadEmail, getEmail } from './get-email.ts'
import { addParticipant, listParticipants } from './participants.ts'
import { retryEmail } from './retry-email.ts'
import { sendEmail, takeBackEmail } from './send-email.ts'
import { showEmail } from './show-email.ts'

export const mailRoutes = {
  getEmail: { run: getEmail },
  downloadEmail: { run: downloadEmail },
  showEmail: { run: showEmail },
  sendEmail: { run: sendEmail },
  takeBackEmail: { run: takeBackEmail },
  retryEmail: { run: retryEmail },
  beginByEmail: { run: beginByEmail },
  listParticipants: { run: (ctx, { conversation }) => listParticipants(ctx.database.read, conversation) },
  addParticipant: { run: addParticipant },
} satisfies Partial<Bindings>
