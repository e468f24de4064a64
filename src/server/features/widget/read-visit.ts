import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '../../context.ts'
import { parseRows } from '../../db/json-rows.ts'
import type { VerbInput } from '../../http/binding.ts'
import { byPosition, parsePosition, selectVisitThread, type VisitThread } from '../conversations/index.ts'
import { presentVisit, presentVisitEvent, presentVisitMessage } from './presenter.ts'
import { visiting } from './visiting.ts'

/** Items after a position, or without it the last ones. @throws AppError 404 if the agent has been deleted */
export async function readVisit(ctx: Context, { query }: VerbInput<'readVisit'>): Promise<Data<'readVisit'>> {
  const after = query.after === undefined ? undefined : parsePosition(query.after)
  const seen = await selectVisitThread(ctx.database.read, visiting(ctx).visitorId, { after })
  if (!seen) return { conversation: null, items: [] }
  const items = itemsOf(seen)
  return {
    conversation: presentVisit(seen),
    items: after ? items.slice(0, limits.visitorItems) : items.slice(-limits.visitorItems),
  }
}

/** The items of a visitor's conversation that were read, messages and events, oldest first. */
export function itemsOf({ messages, entries }: VisitThread): Data<'readVisit'>['items'] {
  const items = [...parseRows(messages).map(presentVisitMessage), ...parseRows(entries).map(presentVisitEvent)]
  return items.sort(byPosition)
}
