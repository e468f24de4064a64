import type { Message } from '../../adapters/mail/compose.ts'
import { sendOrWarn } from '../../adapters/mail/send.ts'
import type { Dependencies } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import { handler } from '../../jobs/handler.ts'
import { findPerson } from '../sessions/index.ts'
import { type AccountMailPayload, accountMailJob } from './jobs.ts'
import { addressChanged, confirmAddress, resetPassword } from './messages.ts'
import { selectAccountToken } from './queries.ts'
import { issueToken, linkWith } from './tokens.ts'

export const accountMailHandler = handler(accountMailJob, (deps) => ({
  async run(payload) {
    const message = await write(deps, payload)
    if (message) await sendOrWarn(deps, message, 'A mail about an account')
  },
}))

/** The mail to send; undefined if its link has been replaced or has expired meanwhile. */
async function write(deps: Dependencies, payload: AccountMailPayload): Promise<Message | undefined> {
  const { database } = deps
  if (payload.kind === 'link') return writeLink(deps, payload.tokenId)
  const user = await findPerson(database.read, payload.userId)
  return addressChanged({ to: payload.to, name: user.name, email: user.email, baseUrl: baseUrlOf(deps) })
}

/** Every attempt of the job makes another token. If an earlier attempt's mail was sent after all, its link is dead. */
async function writeLink(deps: Dependencies, tokenId: string): Promise<Message | undefined> {
  const row = await selectAccountToken(deps.database.read, tokenId)
  if (!row) return undefined
  const issued = await deps.database.transaction(async (tx) => {
    await lockRow(tx, 'users', row.user_id)
    return { user: await findPerson(tx, row.user_id), token: await issueToken(tx, row.id, deps.now()) }
  })
  return issued.token ? linkMessage(deps, row, issued.user, issued.token) : undefined
}

function linkMessage(deps: Dependencies, row: Row<'account_tokens'>, user: Row<'users'>, token: string): Message {
  const baseUrl = baseUrlOf(deps)
  const url = linkWith(baseUrl, row.purpose, token)
  if (row.purpose === 'email') return confirmAddress({ to: row.email ?? '', name: user.name, baseUrl, url })
  return resetPassword({ to: user.email, name: user.name, baseUrl, url })
}

/** The public URL of this server. The configuration always has it if mail can be sent. */
const baseUrlOf = ({ config }: Dependencies): string => config.publicUrl ?? ''
