import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { type Brief, briefOf } from './brief.ts'
import { selectBriefed } from './queries.ts'

export { shortBrief } from './short-brief.ts'

type Briefable = Pick<Row<'conversations'>, 'id' | 'origin' | 'response_mode'>

/** What people have to know of a conversation that they were called to; null while the AI has it. */
export async function briefFor(db: Db, { id, origin, response_mode: mode }: Briefable): Promise<Brief | null> {
  if (mode !== 'human') return null
  return briefOf((await selectBriefed(db, id)).toReversed(), origin === 'email')
}
