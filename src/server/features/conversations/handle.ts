import { AppError, invalid } from '../../errors.ts'
import type { Actor, Command } from './command.ts'
import type { Draft } from './decision.ts'
import { addEntry } from './draft.ts'
import { labelIdsOf, UNTIL_VISITOR } from './noted.ts'

const LONGEST_SNOOZE_MS = 366 * 24 * 60 * 60 * 1000

export function assign(draft: Draft, { assignee, by }: Command & { kind: 'assign' }): void {
  const { row } = draft
  const id = assignee?.id ?? null
  if (row.assignee_id === id) return
  row.assignee_id = id
  addEntry(draft, {
    type: 'assigned',
    author: by,
    details: { assignee: assignee?.name ?? null, ...(assignee && { assignee_id: assignee.id }) },
  })
}

/** Assigns a conversation without an assignee to the member who acts on it; does nothing if an API key acts. */
export function takeIfNobodys({ row }: Draft, by: Actor): void {
  if (by.type === 'member') row.assignee_id ??= by.id
}

/** Adds and removes labels; one that is in both lists is removed. */
export function label(draft: Draft, { add, remove, by }: Command & { kind: 'label' }): void {
  const { row } = draft
  const before = labelIdsOf(row)
  const wanted = [...new Map(add.map((one) => [one.id, one])).values()]
  const removed = remove.filter(({ id }) => before.includes(id))
  const added = wanted.filter(({ id }) => !before.includes(id) && !remove.some((one) => one.id === id))
  if (added.length === 0 && removed.length === 0) return
  const stay = before.filter((id) => !removed.some((one) => one.id === id))
  row.label_ids = JSON.stringify([...stay, ...added.map(({ id }) => id)])
  const names = (labels: readonly { name: string }[]) => labels.map(({ name }) => name)
  addEntry(draft, { type: 'labelled', author: by, details: { added: names(added), removed: names(removed) } })
}

/** @throws AppError 422 while the AI answers, once it is closed, or for a time that is past or over a year away */
export function snooze(draft: Draft, { until, by }: Command & { kind: 'snooze' }): void {
  const { row, world } = draft
  if (until === null) {
    wake(draft, by)
    return
  }
  if (row.status === 'closed') throw new AppError('conversation_closed')
  if (row.response_mode === 'ai') throw invalid('until', "can't be set while the AI answers")
  if (until <= world.now) throw invalid('until', 'must be in the future')
  if (until !== UNTIL_VISITOR && until > world.now + LONGEST_SNOOZE_MS) throw invalid('until', 'must be within a year')
  if (row.snoozed_until === until) return
  row.snoozed_until = until
  const shown = until === UNTIL_VISITOR ? 'visitor' : new Date(until).toISOString()
  addEntry(draft, { type: 'snoozed', author: by, details: { until: shown } })
}

/** Wakes a conversation, if it is snoozed. */
export function wake(draft: Draft, by: Actor): void {
  if (draft.row.snoozed_until === null) return
  draft.row.snoozed_until = null
  addEntry(draft, { type: 'woken', author: by })
}
