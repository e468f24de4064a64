import { actingUserId, type Context, type Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Author, World } from './command.ts'

/** The current time and the usual source of ids, for `decide`. */
export const worldOf = (ctx: Dependencies): World => ({ now: ctx.now(), newId })

export const authorOf = (ctx: Context): Author => ({
  userId: actingUserId(ctx),
  keyId: ctx.actor.kind === 'api_key' ? ctx.actor.keyId : null,
})
