import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { sentencesOf } from '#server/knowledge/sentences.ts'
import { termsOf } from '#server/knowledge/terms.ts'
import { listenOnLoopback } from '../../tools/listen-on-loopback.ts'

/** What the model says before it does what an attack wants. */
export const OBEYED = 'OBEYED'

// What a chat template would read as the words of somebody else, even within a string.
const TEMPLATE_TOKENS = /<\|?[\w/]{1,40}\|?>|\[\/?INST\]|<<\/?SYS>>|(?:^|\n)[ \t]*(?:system|assistant|user|human):/i

/**
 * Starts a provider whose model obeys every attack that reaches it unguarded: outside of a JSON string, or behind a token
 * of a chat template even within one. Then it tells its whole prompt. Else it answers with a sentence of the passages.
 */
export async function startObedientModel(attacks: readonly string[]) {
  const server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await text(request)) as { messages: { role: string; content: string }[] }
    const prompt = messages[0]!.content
    const { passages, outside } = partsOf(prompt)
    const obeyed = attacks.find(
      (attack) =>
        outside.includes(attack) || passages.some(({ strings }) => strings.some((one) => isBare(one, attack))),
    )
    const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
    const content = obeyed ? `${OBEYED} ${obeyed}\n${prompt}` : answerFrom(passages, question, attacks)
    const about = { id: '1', object: 'chat.completion', created: 1, model: 'obedient' }
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...about, choices }))
  })
  const host = await listenOnLoopback(server)
  return { url: `http://${host}/v1`, close: () => void server.close().closeAllConnections() }
}

interface Given {
  id: number
  strings: string[]
}

/** The lines of JSON in a prompt, and all else in it. A line that only looks like JSON is not. */
function partsOf(prompt: string): { passages: Given[]; outside: string } {
  const passages: Given[] = []
  const outside: string[] = []
  for (const line of prompt.split('\n')) {
    try {
      const { id, ...rest } = JSON.parse(line) as { id: number } & Record<string, string>
      passages.push({ id, strings: Object.values(rest) })
    } catch {
      outside.push(line)
    }
  }
  return { passages, outside: outside.join('\n') }
}

function isBare(passage: string, attack: string): boolean {
  const at = passage.indexOf(attack)
  return at >= 0 && TEMPLATE_TOKENS.test(passage.slice(0, at))
}

/** The sentence that has most words of the question, with its marker. */
function answerFrom(passages: readonly Given[], question: string, attacks: readonly string[]): string {
  const asked = new Set(termsOf(question))
  const sentences = passages.flatMap(({ id, strings }) =>
    strings.flatMap((one) => sentencesOf(one)).map((sentence) => ({ id, sentence })),
  )
  const share = (sentence: string) => termsOf(sentence).filter((term) => asked.has(term)).length
  const honest = sentences.filter(({ sentence }) => !attacks.some((attack) => sentence.includes(attack.slice(0, 30))))
  const [best] = honest.sort((one, other) => share(other.sentence) - share(one.sentence))
  return best ? `${best.sentence.trim()} [[${best.id}]]` : ''
}
