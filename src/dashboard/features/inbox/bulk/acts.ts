import type { Input } from '#contract/index.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import type { Line, LineChange } from '../list/lines.ts'
import type { ConversationIds } from '../thread/query.ts'

type Change = Input<'changeConversations'>['body']['change']
type Label = Line['labels'][number]

export interface ChangeStep {
  ids: readonly string[]
  change: Change
}

interface SnoozeStep {
  snoozed: ConversationIds
  until: NonNullable<Line['snoozed_until']>
}

export type Step = ChangeStep | SnoozeStep

export interface Act {
  change: Change
  /** The change of a line, shown until the list is fetched again. */
  shown: (line: Line) => LineChange
  /** The steps that take the act back, made from the lines as they were before it. */
  undo: (before: readonly Line[]) => Step[]
  done: (count: number) => string
}

const idsOf = (lines: readonly Line[]) => lines.map(({ id }) => id)
const conversations = (count: number) => counted(count, 'conversation')

export const close: Act = {
  change: { status: 'closed' },
  shown: () => ({ status: 'closed' }),
  undo: (before) => [{ ids: idsOf(before), change: { status: 'open' } }, ...snoozingAsBefore(before)],
  done: (count) => `${conversations(count)} closed`,
}

export const reopen: Act = {
  change: { status: 'open' },
  shown: () => ({ status: 'open' }),
  undo: (before) => [{ ids: idsOf(before), change: { status: 'closed' } }],
  done: (count) => `${conversations(count)} reopened`,
}

/**
 * Gives conversations back to the AI, which answers what nobody has answered. Undo takes those over again that people
 * had, assigns each to the member who had it, as a takeover alone assigns all to whoever undoes, and snoozes them as
 * before.
 */
export const giveBack: Act = {
  change: { response_mode: 'ai', answers: true },
  shown: () => ({ response_mode: 'ai' }),
  undo: (before) => {
    const people = before.filter(({ response_mode }) => response_mode === 'human')
    const step = { ids: idsOf(people), change: { response_mode: 'human' as const } }
    return [step, ...assigningAsBefore(people), ...snoozingAsBefore(people)]
  },
  done: (count) => `${conversations(count)} given back to the AI`,
}

export const assignTo = (assignee: Line['assignee']): Act => ({
  change: { assignee: assignee?.user_id ?? null },
  shown: () => ({ assignee }),
  undo: assigningAsBefore,
  done: (count) => `${conversations(count)} assigned to ${assignee ? assignee.name : 'nobody'}`,
})

/** Assigns each conversation to the member who had it, or to nobody: a step for each such member, and for nobody. */
function assigningAsBefore(before: readonly Line[]): Step[] {
  const assignees = new Set(before.map(({ assignee }) => assignee?.user_id ?? null))
  return [...assignees].map((assignee) => ({
    ids: idsOf(before.filter((line) => (line.assignee?.user_id ?? null) === assignee)),
    change: { assignee },
  }))
}

/** Snoozes again the conversations that were snoozed, as closing them or giving them back has woken them. */
const snoozingAsBefore = (before: readonly Line[]): Step[] =>
  before.flatMap(({ id, agent_id, snoozed_until }) =>
    snoozed_until === null ? [] : [{ snoozed: { agentId: agent_id, conversationId: id }, until: snoozed_until }],
  )

const hasLabel = ({ labels }: Line, { id }: Label) => labels.some((label) => label.id === id)

export const addLabel = (label: Label): Act => ({
  change: { labels: { add: [label.id] } },
  shown: (line) => ({ labels: hasLabel(line, label) ? line.labels : [...line.labels, label] }),
  undo: (before) => [
    { ids: idsOf(before.filter((line) => !hasLabel(line, label))), change: { labels: { remove: [label.id] } } },
  ],
  done: (count) => `“${label.name}” given to ${conversations(count)}`,
})

export const removeLabel = (label: Label): Act => ({
  change: { labels: { remove: [label.id] } },
  shown: ({ labels }) => ({ labels: labels.filter(({ id }) => id !== label.id) }),
  undo: (before) => [
    { ids: idsOf(before.filter((line) => hasLabel(line, label))), change: { labels: { add: [label.id] } } },
  ],
  done: (count) => `“${label.name}” taken off ${conversations(count)}`,
})

export const labelsChanged = (count: number) => `Labels of ${conversations(count)} changed`

const reasons: Record<string, string> = {
  agent_unavailable: 'the agent is disabled',
  conversation_closed: 'it is closed',
  only_human: 'only people answer for their agent',
  conversation_conflict: 'the visitor has another open conversation',
  resource_not_found: 'it was deleted',
  subscription_limit_exceeded: 'no message credits are left',
}

/** Why some conversations were not changed, in a sentence; undefined if all were. */
export function describeRefusals(outcomes: readonly { code: string | null }[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { code } of outcomes) {
    const reason = reasons[code ?? ''] ?? 'the server refused'
    if (code !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const parts = [...counts].map(([reason, count]) => `${count} could not be: ${reason}`)
  return parts.length > 0 ? `${parts.join('; ')}.` : undefined
}
