import { intentOf } from '../../adapters/models/intents.ts'
import { asksNothing } from '../../adapters/models/questions.ts'
import { isAnswer, type Said } from '../gaps/index.ts'

type SaidAt = Pick<Said, 'role' | 'content' | 'decision' | 'reason'> & { position: number }

/**
 * What a visitor asked before a reply, since the last answer before that, if they asked anything since; small talk and
 * wishes for a person are left out. First come the questions that the AI refused, or that the taught reply was made for.
 * @param thread the messages up to the taught reply, oldest first
 */
export function teachable(thread: readonly SaidAt[]): { content: string; position: number }[] {
  const reply = thread.at(-1)
  const asked: (SaidAt & { isLikely: boolean })[] = []
  let next = reply
  for (const said of thread.slice(0, -1).reverse()) {
    if (said.role !== 'visitor') {
      // Replies in a row before the taught one belong to it.
      if (asked.length > 0 && (said.role === 'human' || isAnswer(said))) break
      next = said
    } else if (!asksNothing(said.content) && !intentOf(said.content))
      asked.push({ ...said, isLikely: next?.role === 'assistant' && (next === reply || isRefusal(next)) })
  }
  return asked
    .sort((one, other) => Number(other.isLikely) - Number(one.isLikely))
    .map(({ content, position }) => ({ content, position }))
}

const isRefusal = ({ decision }: SaidAt) => decision === 'unknown' || decision === 'handed_over'
