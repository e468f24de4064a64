import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import type { VerbInput } from '../../http/binding.ts'
import { isSame } from './match.ts'
import { selectVisitors, selectWebsiteVisitors } from './queries.ts'

/** Finds visitors by id or address, also those who have opened a website's chat and written nothing. */
export async function findVisitors(
  ctx: Context,
  { organization, body }: VerbInput<'findVisitors'>,
): Promise<Data<'findVisitors'>> {
  const { read } = ctx.database
  const writing = await selectVisitors(read, organization.id, body)
  const found = writing.map((row) => ({ ...present(row), conversations: Number(row.conversations) }))
  const seen = (await selectWebsiteVisitors(read, organization.id, body)).map(present)
  const silent = seen.filter((visitor) => !found.some((other) => isSame(visitor, other)))
  return [...found, ...silent.map((visitor) => ({ ...visitor, conversations: 0 }))]
}

const present = (row: { agent_id: string; chat_user_id: string; identity_verified: number }) => ({
  agent_id: row.agent_id,
  chat_user_id: row.chat_user_id,
  identity_verified: row.identity_verified === 1,
})
