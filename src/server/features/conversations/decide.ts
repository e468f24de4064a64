import { AppError } from '../../errors.ts'
import { actorOf, type Command, payerOf, type State, SYSTEM, VISITOR, type World } from './command.ts'
import { type Decision, type Draft, draftOf, finish, isUnanswered } from './decision.ts'
import {
  addEntry,
  addMessage,
  askForReply,
  callOffReply,
  excerptOf,
  handOver,
  setMode,
  setStatus,
  tellAndHandOver,
} from './draft.ts'
import { endReply } from './end-reply.ts'
import { assign, label, snooze, takeIfNobodys, wake } from './handle.ts'
import { wordsCome, wordsGo } from './moved-words.ts'

/**
 * Decides what follows from a command. A pure function, which `commit` carries out.
 * @throws AppError 422 if the conversation's state forbids the command
 */
export function decide(state: State, command: Command, world: World): Decision {
  const draft = draftOf(state, world)
  carryOut(draft, command)
  return finish(draft)
}

function carryOut(draft: Draft, command: Command): void {
  const { row, world } = draft
  switch (command.kind) {
    case 'visitor_writes': {
      if (row.status === 'closed') throw new AppError('conversation_closed')
      addMessage(draft, { role: 'visitor', content: command.content, isMembers: command.isMembers === true })
      wake(draft, VISITOR)
      // If the agent was set to human-only in the meantime, people take over its older conversations too.
      if (command.agent.only_human) setMode(draft, 'human', SYSTEM, 'people_only')
      if (row.response_mode === 'ai') askForReply(draft, payerOf(command.agent), command)
      return
    }
    case 'visitor_writes_to_people':
      if (row.status === 'closed') throw new AppError('conversation_closed')
      addMessage(draft, { role: 'visitor', content: command.content })
      wake(draft, VISITOR)
      row.turn += 1
      if (row.response_mode === 'ai') tellAndHandOver(draft, command.words, SYSTEM, command.reason)
      return
    case 'mail_arrives':
      if (command.isQuiet) {
        const { last_message_role } = row
        addMessage(draft, { role: 'visitor', content: command.content })
        row.last_message_role = last_message_role // so that nobody has to answer it
        if (command.closes) setStatus(draft, 'closed', SYSTEM)
        return
      }
      setStatus(draft, 'open', VISITOR)
      addMessage(draft, { role: 'visitor', content: command.content })
      wake(draft, VISITOR)
      row.turn += 1
      if (command.agent.only_human) setMode(draft, 'human', SYSTEM, 'people_only')
      if (row.response_mode === 'human') return
      if (command.forPeople === null) askForReply(draft, payerOf(command.agent))
      else handOver(draft, SYSTEM, command.forPeople)
      return
    case 'mail_bounces':
      setStatus(draft, 'open', SYSTEM)
      addEntry(draft, { type: 'bounced', author: SYSTEM, details: { address: command.address } })
      setMode(draft, 'human', SYSTEM)
      draft.isPersonAskedFor = true
      return
    case 'link':
      addEntry(draft, { type: 'linked', author: SYSTEM, details: { conversation_id: command.to } })
      return
    case 'words_come':
      wordsCome(draft, command)
      return
    case 'words_go':
      wordsGo(draft, command)
      return
    case 'wants_person':
      if (row.status === 'closed') throw new AppError('conversation_closed')
      if (row.response_mode === 'human') return
      if (command.comes) {
        // Whoever takes the offer of a person gets one since the AI had no answer.
        const reason = row.offered_message_id === null ? 'asked_for_person' : 'no_answer'
        // The offer is the last message, and what it leaves open is the visitor's before it.
        const question = row.message_count - 1
        tellAndHandOver(draft, command, VISITOR, reason)
        if (reason === 'no_answer') row.left_open_position ??= question
      } else if (!isLastWord(draft, command.note))
        addMessage(draft, { role: 'assistant', content: command.note, answersNothing: true })
      return
    case 'declines_offer':
      if (row.offered_message_id !== command.messageId) return
      row.offered_message_id = null
      draft.events.push({ event: { type: 'thread.updated', agent_id: row.agent_id, conversation_id: row.id } })
      return
    case 'identify':
      Object.assign(row, command.visitor)
      draft.isPast = command.isPast
      return
    case 'person_writes':
      if (command.reopens) setStatus(draft, 'open', actorOf(command.author))
      setMode(draft, 'human', actorOf(command.author))
      row.turn += 1
      addMessage(draft, { role: 'human', content: command.content, author: command.author, id: command.id })
      if (!command.hasTakenOver) takeIfNobodys(draft, actorOf(command.author))
      if (command.closes) setStatus(draft, 'closed', actorOf(command.author))
      return
    case 'person_takes_over':
      setStatus(draft, 'open', actorOf(command.author))
      setMode(draft, 'human', actorOf(command.author))
      takeIfNobodys(draft, actorOf(command.author))
      return
    case 'note': {
      const { content, mentions } = command
      addEntry(draft, { type: 'note', author: command.by, content, details: { mentions } })
      return
    }
    case 'set': {
      const staysClosed = row.status === 'closed' && command.status !== 'open'
      if (command.mode && staysClosed) throw new AppError('conversation_closed')
      if (command.mode) setMode(draft, command.mode, command.by)
      if (row.response_mode === 'human' && draft.before?.response_mode === 'ai') takeIfNobodys(draft, command.by)
      if (command.status) setStatus(draft, command.status, command.by)
      return
    }
    case 'give_back':
      // The dashboard's own API tells a conflict here, where the public one tells an invalid change.
      if (row.status === 'closed') throw new AppError('conversation_closed', { status: 409 })
      setMode(draft, 'ai', command.by)
      if (command.payer && isUnanswered(draft)) askForReply(draft, command.payer, { isGivenBack: true })
      return
    case 'assign':
      assign(draft, command)
      return
    case 'label':
      label(draft, command)
      return
    case 'snooze':
      snooze(draft, command)
      return
    case 'wake':
      if (row.snoozed_until === command.until) wake(draft, SYSTEM)
      return
    case 'complete_action': {
      const { id } = command.message
      wake(draft, VISITOR)
      draft.changedMessage = { id, action: JSON.stringify(command.completed), action_required: 0 }
      if (row.status !== 'open') return
      // A filled-in form adds no message to the thread, so nothing else would show that the visitor waits for a person.
      if (row.response_mode === 'human') draft.isPersonAskedFor = true
      else if (command.isAddress) return
      else if (command.agent.only_human) tellAndHandOver(draft, command.words, SYSTEM, 'people_only')
      else if (command.isOutOfCredits) tellAndHandOver(draft, command.words, SYSTEM, 'no_credits')
      else askForReply(draft, payerOf(command.agent), { completedMessageId: id, isFollowed: command.isFollowed })
      return
    }
    case 'reply_ends':
      endReply(draft, command)
      return
    case 'delete':
      row.deleted_at = world.now
      row.turn += 1
      callOffReply(draft)
      return
    default:
      command satisfies never
  }
}

/** Whether the newest message is the AI's and already says this, by their beginnings (`excerptOf`). */
function isLastWord({ row }: Draft, note: string): boolean {
  return row.last_message_role === 'assistant' && row.last_message_excerpt === excerptOf(note)
}
