import { lockRow } from '../../db/lock.ts'
import { handler } from '../../jobs/handler.ts'
import { addQuestion } from './add-question.ts'
import { noteQuestionJob } from './jobs.ts'
import { createKnownGaps } from './known-gaps.ts'
import { lockGaps } from './lock-gaps.ts'
import { hasGapMessage, selectConversation, selectSaid } from './queries.ts'
import { subjectsOf, withSubject } from './subjects.ts'
import { unanswered } from './unanswered.ts'

const MESSAGES = 12 // usually enough to reach back to the question whose answer made the visitor ask for a person

/** Adds each unanswered question to the gap that asks the same, or to a new one. Running it again changes nothing. */
export const noteQuestionHandler = handler(noteQuestionJob, (deps) => {
  const knownGaps = createKnownGaps()
  return {
    async run({ conversationId, position }) {
      const { database, knowledge } = deps
      const isByMail = (await selectConversation(database.read, conversationId))?.origin === 'email'
      const subjects = await subjectsOf(database.read, conversationId)
      const said = (await selectSaid(database.read, conversationId, position, MESSAGES)).map((one) => ({
        ...one,
        content: withSubject(one, subjects),
      }))
      for (const asked of unanswered(said, isByMail)) {
        const conversation = await selectConversation(database.read, conversationId)
        if (!conversation || (await hasGapMessage(database.read, asked.messageId))) continue
        const embedded = await knowledge.embedQuestion(asked.text)
        const { agent_id: agentId } = conversation
        const model = knowledge.embeddingModel
        await knownGaps.of(database.read, agentId, model) // so that the transaction has little left to load
        await database.transaction(async (tx) => {
          await lockRow(tx, 'conversations', conversationId) // so that the conversation is not deleted meanwhile
          const current = await selectConversation(tx, conversationId)
          if (!current) return
          await lockGaps(tx, agentId)
          if (await hasGapMessage(tx, asked.messageId)) return
          const nearest = await knownGaps.of(tx, agentId, model)
          await addQuestion(deps, tx, current, { ...asked, ...embedded, model }, nearest)
        })
      }
    },
  }
})
