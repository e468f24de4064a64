import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Asked } from '../index.ts'
import type { Command, Run } from './command.ts'
import { watchAgent } from './watch.ts'

/** Asks an agent and shows its reply: on a terminal while it is written, elsewhere once it is there. */
async function askAndShow(given: Run, agent: string, text: string, conversation?: string): Promise<Asked> {
  const { baton, output } = given
  let written = ''
  const asked = await baton.ask(agent, text, {
    conversation,
    onEvent(event) {
      if (!output.isTerminal) return
      if (event.type === 'reply.delta') {
        output.write(event.data.text)
        written += event.data.text
      }
      if (event.type === 'reply.retracted' && written !== '') {
        output.write('\n')
        output.tell(output.style('dim', `(taken back: ${event.data.reason})`))
        written = ''
      }
    },
  })
  const isShown = written !== '' && asked.content.startsWith(written)
  const rest = isShown ? asked.content.slice(written.length) : `${written === '' ? '' : '\n'}${asked.content}`
  const sources = asked.citations.map(({ title, url }, at) => `[${at + 1}] ${title}${url ? `  ${url}` : ''}`)
  output.show({
    json: asked,
    ids: [asked.conversation],
    text: [rest, ...sources.map((line) => output.style('dim', line))]
      .filter((line) => line !== '' || isShown)
      .join('\n'),
  })
  if (asked.outcome !== 'answered') output.tell(`Outcome: ${asked.outcome}`)
  return asked
}

const ask: Command = {
  name: 'ask',
  args: ['AGENT', 'QUESTION'],
  summary: 'Ask an agent in a new conversation, and show its reply and what that rests on',
  run: async (given) => (await askAndShow(given, given.args[0]!, given.args[1]!)).outcome !== 'failed',
}

const chat: Command = {
  name: 'chat',
  args: ['AGENT'],
  summary: 'Talk with an agent, a line at a time, until the end of the input',
  isEndless: true,
  async run(given) {
    const lines = createInterface({ input: process.stdin })
    const prompt = () => void (given.output.isTerminal && process.stdin.isTTY && process.stdout.write('> '))
    let conversation: string | undefined
    prompt()
    for await (const line of lines) {
      if (line.trim() !== '') conversation = (await askAndShow(given, given.args[0]!, line, conversation)).conversation
      prompt()
    }
  },
}

const tail: Command = {
  name: 'tail',
  args: ['AGENT'],
  summary: "Show the assistant's messages and hand-overs of conversations made through the API as they come",
  isEndless: true,
  async run({ baton, output, args }) {
    output.tell('Waiting. Ctrl-C ends it.')
    for await (const { conversation, message } of watchAgent(baton, args[0]!))
      output.show({
        json: { conversation, message: message ?? null },
        ids: [message?.id ?? conversation.id],
        text: message
          ? `${output.style('dim', `${message.created_at}  ${conversation.id}`)}  ${message.content}`
          : `${output.style('dim', `${conversation.updated_at}  ${conversation.id}`)}  ${output.style('yellow', 'People have the conversation now.')}`,
      })
  },
}

export const talkCommands: readonly Command[] = [ask, chat, tail]
