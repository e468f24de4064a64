import type { Message } from '../../adapters/mail/compose.ts'
import { sendOrWarn } from '../../adapters/mail/send.ts'
import type { Dependencies } from '../../context.ts'
import { handler } from '../../jobs/handler.ts'
import { briefFor, shortBrief } from '../briefs/index.ts'
import { wishesOf } from '../organizations/index.ts'
import { isLeft } from './due.ts'
import { type AlertMailPayload, alertMailJob } from './jobs.ts'
import { checksBroke, mentioned, visitorWaits } from './messages.ts'
import { selectNoteToTell, selectReader, selectRunToTell, selectWaiting } from './queries.ts'

type Of<Kind> = Extract<AlertMailPayload, { kind: Kind }>

/** Writes and sends a mail about a conversation or checks, unless the reason for it no longer holds. */
export const alertMailHandler = handler(alertMailJob, (deps) => ({
  async run(payload) {
    const message = await messageOf(deps, payload)
    const what = payload.kind === 'checks' ? "A mail about an agent's checks" : 'A mail about a conversation'
    if (message) await sendOrWarn(deps, message, what)
  },
}))

function messageOf(deps: Dependencies, payload: AlertMailPayload): Promise<Message | undefined> {
  if (payload.kind === 'wait') return ofWait(deps, payload)
  return payload.kind === 'mention' ? ofMention(deps, payload) : ofChecks(deps, payload)
}

/** The mail about broken checks; undefined if the run or agent is deleted, or the recipient has left or wants none. */
async function ofChecks(deps: Dependencies, { runId, userId }: Of<'checks'>): Promise<Message | undefined> {
  const { read } = deps.database
  const run = await selectRunToTell(read, runId)
  const reader = run && (await selectReader(read, run.organization_id, userId))
  if (!reader || !wishesOf(reader).kinds.check_broke.mail) return undefined
  const url = `${deps.config.publicUrl}/agents/${run.agent_id}/knowledge/checks`
  return checksBroke({ ...reader, agentName: run.agent_name, url }, run.broke)
}

/** Undefined if the wait is over, the conversation snoozed, gone, another's or a disabled agent's, or the recipient gone. */
async function ofWait(deps: Dependencies, { conversationId, since, userId }: Of<'wait'>): Promise<Message | undefined> {
  const { read } = deps.database
  const waiting = await selectWaiting(read, conversationId, since)
  if (!waiting || waiting.snoozed_until !== null || isLeft(waiting)) return undefined
  const { organization_id, agent_id, agent_name, assignee_id } = waiting
  const isOthers = assignee_id !== null && assignee_id !== userId
  if (isOthers && (await selectReader(read, organization_id, assignee_id))) return undefined
  const reader = await selectReader(read, organization_id, userId)
  if (!reader) return undefined
  const minutes = Math.max(1, Math.round((deps.now() - since) / 60_000))
  const brief = await briefFor(read, waiting)
  return visitorWaits(
    { ...reader, agentName: agent_name, url: inboxUrl(deps, agent_id, conversationId) },
    {
      minutes,
      isTheirs: assignee_id === userId,
      brief: brief && shortBrief(brief),
      settingsUrl: `${deps.config.publicUrl}/settings/notifications`,
    },
  )
}

/** Undefined if the note, its conversation or agent is gone, or the recipient has left, wants none or is mentioned no more. */
async function ofMention(deps: Dependencies, { noteId, userId }: Of<'mention'>): Promise<Message | undefined> {
  const { read } = deps.database
  const note = await selectNoteToTell(read, noteId)
  const { mentions = [] } = JSON.parse(note?.details ?? '{}') as { mentions?: string[] }
  if (!note || !mentions.includes(userId)) return undefined
  const reader = await selectReader(read, note.organization_id, userId)
  if (!reader || !wishesOf(reader).kinds.mention.mail) return undefined
  const url = inboxUrl(deps, note.agent_id, note.conversation_id)
  return mentioned({ ...reader, agentName: note.agent_name, url }, note.author_name)
}

const inboxUrl = ({ config }: Dependencies, agentId: string, conversationId: string): string =>
  `${config.publicUrl}/inbox/${agentId}/${conversationId}`
