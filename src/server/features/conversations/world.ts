import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { World } from './command.ts'

/** The current time and the usual source of ids, for `decide`. */
export const worldOf = (ctx: Dependencies): World => ({ now: ctx.now(), newId })
