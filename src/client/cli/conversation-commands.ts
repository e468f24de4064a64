import type { Conversation } from '../index.ts'
import type { Command } from './command.ts'
import { allOf, table } from './output.ts'
import { UsageError } from './usage-error.ts'

const STATUSES = ['open', 'closed'] as const

const list: Command = {
  name: 'conversations list',
  args: [],
  summary: "List an agent's conversations, newest first",
  options: { status: { type: 'string', value: 'STATUS', summary: 'open or closed; both when omitted' } },
  async run({ baton, output, agent, values }) {
    const status = STATUSES.find((one) => one === values.status)
    if (values.status !== undefined && !status) throw new UsageError('--status is open or closed.')
    const found = await allOf(baton.conversations.all(agent(), status && { status }))
    const line = ({ id, status, response_mode, origin, chat_user, updated_at }: Conversation) =>
      [id, status, response_mode, origin, updated_at, chat_user.name ?? chat_user.id] satisfies string[]
    output.show({ json: found, ids: found.map(({ id }) => id), text: table(found.map(line)) })
  },
}

const show: Command = {
  name: 'conversations show',
  args: ['CONVERSATION'],
  summary: 'Show what was said',
  async run({ baton, output, agent, args }) {
    const conversation = await baton.conversations.get(agent(), args[0]!)
    const messages = await allOf(baton.messages.all(agent(), conversation.id))
    output.show({
      json: { ...conversation, messages },
      ids: messages.map(({ id }) => id),
      text: messages
        .map(
          ({ role, content, created_at }) =>
            `${output.style('bold', role)}  ${output.style('dim', created_at)}\n${content}\n`,
        )
        .join('\n')
        .trimEnd(),
    })
  },
}

const reply: Command = {
  name: 'conversations reply',
  args: ['CONVERSATION', 'TEXT'],
  summary: 'Answer as a person; the AI is silent from then on',
  async run({ baton, output, agent, args }) {
    const message = await baton.humanMessages.send(agent(), args[0]!, { content: args[1]! })
    output.show({ json: message, ids: [message.id], text: `Sent ${message.id}.` })
  },
}

const close: Command = {
  name: 'conversations close',
  args: ['CONVERSATION…'],
  summary: 'Close conversations',
  async run({ baton, output, agent, args }) {
    for (const id of args) {
      const conversation = await baton.conversations.update(agent(), id, { status: 'closed' })
      output.show({ json: conversation, ids: [id], text: `Closed ${id}.` })
    }
  },
}

export const conversationCommands: readonly Command[] = [list, show, reply, close]
