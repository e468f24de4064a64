import type { Data } from '#contract/index.ts'
import { isoTime } from '../../db/time.ts'
import type { ShownGap } from './queries.ts'

export function presentGap(row: ShownGap): Data<'updateGap'> {
  return {
    id: row.id,
    question: row.question,
    count: row.count,
    visitors: row.visitors,
    conversations: row.conversations,
    first_at: isoTime(row.first_at),
    last_at: isoTime(row.last_at),
    state: row.state,
  }
}
