import { setTimeout as delay } from 'node:timers/promises'
import type { MessageAction } from '#contract/actions.ts'
import { generateReply } from '../../adapters/models/generate-reply.ts'
import { questionsIn } from '../../adapters/models/questions.ts'
import { shownText } from '../../adapters/models/shown-text.ts'
import type { ReplyListener } from '../../adapters/models/streamed-text.ts'
import { toolNameOf } from '../../adapters/models/tools.ts'
import type { StreamContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { invalid } from '../../errors.ts'
import { createAlarm } from '../../events/alarm.ts'
import type { Bindings, Streamed, VerbInput } from '../../http/binding.ts'
import { actionsOf } from '../actions/index.ts'
import { assertAvailable, choosableModel } from '../agents/index.ts'
import {
  checkActionResult,
  filledIn,
  gatherMaterial,
  HISTORY_MESSAGES,
  type History,
  type Material,
} from '../conversations/index.ts'
import { presentTrial } from '../evaluation/index.ts'
import { holdCredit } from '../organizations/index.ts'
import { modelsWith } from '../own-models/index.ts'

type Message = VerbInput<'askPlayground'>['body']['messages'][number]

/**
 * The latest messages of a trial in the form a model reads, made from the request, since nothing is stored.
 * @throws AppError 422 if the last message completes an action that does not exist, or does not fit the action's fields
 */
function readTrial(messages: readonly Message[], actions: readonly Row<'agent_actions'>[]): History {
  const completedAction = completedBy(messages, actions)
  const history = messages.slice(-HISTORY_MESSAGES).flatMap((message): History['history'] => {
    if ('content' in message) return [message]
    const action = actions.find(({ id }) => id === message.action_result.agent_action_uuid)
    return action ? filledIn(completed(action, message.action_result.result)) : [] // the action has been deleted since
  })
  return { history, questions: questionsIn(history), completedAction }
}

/** @throws AppError 422 if the action does not exist, or the message does not fit the action's fields */
function completedBy(messages: readonly Message[], actions: readonly Row<'agent_actions'>[]): MessageAction | null {
  const last = messages.at(-1)
  if (!last || 'content' in last) return null
  const { agent_action_uuid, result } = last.action_result
  const action = actions.find(({ id }) => id === agent_action_uuid)
  if (!action)
    throw invalid(`messages.${messages.length - 1}.action_result.agent_action_uuid`, 'names no action of this agent')
  const done = completed(action, result)
  checkActionResult(done, { action: action.slug, agent_action_uuid, result }, false)
  return done
}

function completed(action: Row<'agent_actions'>, result: NonNullable<MessageAction['result']>): MessageAction {
  const { id, slug, name } = action
  const fields = JSON.parse(action.fields) as MessageAction['fields']
  return { agent_action_uuid: id, slug, name, fields, status: 'completed', result }
}

const GATHERED_MS = 50 // milliseconds for which words are gathered before they are sent; the first are sent at once

/** Passes on what a model writes, piece by piece, to one reader. */
function createWrittenWords({ passages, actions }: Pick<Material, 'passages' | 'actions'>): {
  listener: ReplyListener
  /** Yields each new piece until the reply is made. A null ends it early: the reader is to remove all pieces. */
  until(made: Promise<unknown>): AsyncGenerator<string | null>
} {
  const alarm = createAlarm()
  let written = ''
  let isReplaced = false
  let isMade = false
  return {
    listener: {
      writes(text) {
        written = text
        alarm.ring()
      },
      replaced() {
        isReplaced = true
        alarm.ring()
      },
    },
    async *until(made) {
      const end = () => {
        isMade = true
        alarm.ring()
      }
      made.then(end, end)
      let told = ''
      while (!isMade) {
        await alarm.wait()
        const shown = shownText(written, passages, actions.map(toolNameOf))
        if (isReplaced || !shown.startsWith(told)) {
          if (told !== '') yield null
          return
        }
        if (shown.length > told.length) yield shown.slice(told.length)
        told = shown
        if (!isMade) await delay(GATHERED_MS)
      }
    },
  }
}

/** Streams a trial reply and stores nothing. A provider's credit is returned if the reply is not that model's. */
async function* askPlayground(
  ctx: StreamContext,
  { agent, body }: VerbInput<'askPlayground'>,
): Streamed<'askPlayground'> {
  const { log, gone } = ctx
  const modelId = body.model === undefined ? agent.model_id : (await choosableModel(ctx, agent, body.model, 'model')).id
  const models = await modelsWith(ctx, agent, modelId)
  const history = readTrial(body.messages, await actionsOf(ctx.database.read, agent.id))
  assertAvailable(agent)
  const costsCredit = models.asksProvider(modelId) && models.groupOf(modelId) !== 'own'
  const credit = costsCredit ? await holdCredit(ctx, { id: agent.organization_id, plan: agent.plan }) : undefined
  let isSpent = false
  try {
    const begun = performance.now()
    yield { stage: 'searching' }
    const material = await gatherMaterial(ctx, agent, history, {
      without: body.without,
      writer: { models, modelId, signal: gone },
    })
    yield { stage: 'writing' }
    const threshold = body.threshold ?? agent.threshold
    const { listener, until } = createWrittenWords(material)
    const made = generateReply({ ...material, models, log, modelId, threshold, signal: gone, listener })
    for await (const text of until(made)) yield { stage: 'writing', text }
    const reply = await made
    isSpent = reply.model !== models.defaultModel.slug
    return presentTrial(reply, material, performance.now() - begun, models.defaultModel.slug)
  } finally {
    await (isSpent ? credit?.spend() : credit?.giveBack())
  }
}

export const playgroundRoutes = {
  askPlayground: { run: askPlayground },
} satisfies Partial<Bindings>
