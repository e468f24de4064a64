import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { World } from './command.ts'

/** The world as it is now. */
export const worldOf = (ctx: Dependencies): World => ({ now: ctx.now(), newId })
