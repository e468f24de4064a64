import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { Dependencies } from '../../context.ts'
import { parseRows } from '../../db/json-rows.ts'
import type { Db } from '../../db/tables.ts'
import type { Verb } from '../../http/binding.ts'
import { filesByMessage } from '../attachments/index.ts'
import { byPosition, parsePosition, selectVisitThread, type VisitThread } from '../conversations/index.ts'
import { prospectOf } from '../facts/index.ts'
import { presentVisit, presentVisitEvent, presentVisitMessage, withFiles } from './presenter.ts'
import { visiting } from './visiting.ts'

/** Items after a position, or without it the last ones. @throws AppError 404 if the agent has been deleted */
export const readVisit: Verb<'readVisit'> = async (ctx, { query }) => {
  const after = query.after === undefined ? undefined : parsePosition(query.after)
  const seen = await selectVisitThread(ctx.database.read, visiting(ctx).visitorId, { after })
  if (!seen) return { conversation: null, items: [] }
  const items = itemsOf(seen)
  const shown = after ? items.slice(0, limits.visitorItems) : items.slice(-limits.visitorItems)
  return { conversation: await visitOf(ctx, seen), items: await withTheirFiles(ctx.database.read, shown) }
}

/** A visitor's conversation as they see it. While they wait for a person, it says what they may expect. */
export async function visitOf(deps: Dependencies, seen: VisitThread): Promise<ReturnType<typeof presentVisit>> {
  const { response_mode: mode, waiting_since: since, organization_id: organization } = seen
  const waits = mode === 'human' && since !== null
  return presentVisit(seen, waits ? await prospectOf(deps.database.read, organization, deps.now()) : null)
}

/** The items of a visitor's conversation that were read, messages without their files, and events, oldest first. */
export function itemsOf({ messages, entries }: VisitThread): Data<'readVisit'>['items'] {
  const items = [...parseRows(messages).map(presentVisitMessage), ...parseRows(entries).map(presentVisitEvent)]
  return items.sort(byPosition)
}

/** Items with the files of their messages. */
export async function withTheirFiles(db: Db, items: Data<'readVisit'>['items']): Promise<Data<'readVisit'>['items']> {
  const ids = items.flatMap((item) => ('message' in item ? [item.message.id] : []))
  return withFiles(items, await filesByMessage(db, ids))
}
