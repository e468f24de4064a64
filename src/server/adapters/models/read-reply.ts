import { limits } from '#contract/limits.ts'
import type { Passage } from '../../knowledge/types.ts'
import type { Answer, AskedQuestion } from './answer.ts'
import { type AnswerEnd, isCutOff } from './answer-end.ts'
import { citeQuoted, readCitations, withoutMarkers } from './citations.ts'
import { isHeldTo } from './held-to.ts'
import { intentOf } from './intents.ts'
import { languageOf } from './language.ts'
import { PHRASES } from './phrases.ts'
import { shortened, wholeSentences, withoutReasoning } from './provider-text.ts'
import { passagesOf } from './questions.ts'
import { materialOf, messageOf, questionsOf, type Reply, type ReplyInput } from './reply.ts'
import { HAND_OVER, NO_ANSWER, toolNameOf } from './tools.ts'
import type { Verifier } from './verifier.ts'
import { wantOf } from './want.ts'

export type Read = Omit<Reply, 'model'>

type Notes = Pick<Answer, 'quoted' | 'unanswered'>

/** Reads an answer of the built-in model. Its text consists of quotes, so it is not searched for markers. */
export function readQuotes(text: string, questions: readonly AskedQuestion[], { quoted }: Notes): Read {
  const citations = citeQuoted(text, passagesOf(questions), quoted)
  return { content: text, decision: 'answered', reason: null, citations, isCut: false, action: null }
}

/** Characters of what a model may say beside a call of a tool; more than the few sentences that this takes. */
const TOOL_MESSAGE_MAXIMUM = 1_000

/** Characters of an answer that are read: more than a message may have, as citation markers are removed from it. */
export const READ_MAXIMUM = 10 * limits.messageContent

/** Whether a model had more to say than it could, or than is read. */
export const isUnfinishedIn = (end: AnswerEnd, said: string): boolean => isCutOff(end) || said.length > READ_MAXIMUM

/**
 * Reads a provider's answer. Half a sentence may mean the opposite of the whole, so a cut-off one is dropped.
 * @throws Error when nothing is left
 */
export function readText(
  result: AnswerEnd & { text: string; isUnfinished?: boolean },
  passages: readonly Passage[],
): Read & { cited: Passage[] } {
  const said = withoutReasoning(result.text)
  const isUnfinished = result.isUnfinished ?? isUnfinishedIn(result, said)
  const cut = (text: string) =>
    isUnfinished && text.length <= limits.messageContent ? wholeSentences(text) : shortened(text, limits.messageContent)
  const { content, citations, cited, isCut } = readCitations(said.slice(0, READ_MAXIMUM), passages, cut)
  if (!content) throw new Error('The model answered with nothing.')
  return { content, decision: 'answered', reason: null, citations, cited, isCut: isUnfinished || isCut, action: null }
}

/**
 * Reads the call of a tool that a model made instead of answering.
 * @param text what the model wrote before the call
 * @param notes set if the built-in model made the call; its message is not searched for markers
 * @param verifier holds what a provider's model says beside the call to what it was given
 */
export function readCall(
  call: { toolName: string; input: unknown },
  text: string,
  input: ReplyInput,
  notes?: Notes,
  verifier?: Verifier,
): Read {
  const { humanIntervention, actions, passages } = input
  const questions = questionsOf(input)
  const beside = passages.map(({ content }) => content)
  const say = PHRASES[languageOf(messageOf(input), beside)]
  const said = withoutReasoning(messageIn(call.input)) || withoutReasoning(text)
  const { content: all } = notes ? { content: said } : withoutMarkers(said.slice(0, READ_MAXIMUM), passages)
  const written = verifier ? verifier.tellable(all) : all
  const isHeld = notes !== undefined || isHeldTo(written, materialOf(input))
  const content = isHeld ? shortened(written, notes ? limits.messageContent : TOOL_MESSAGE_MAXIMUM) : ''
  const citations = citeQuoted(content, passagesOf(questions), notes?.quoted ?? [])
  const action = actions.find((candidate) => toolNameOf(candidate) === call.toolName) ?? null
  const plain = { citations, isCut: isHeld && content !== written, action }
  if (call.toolName === HAND_OVER)
    return { ...plain, content: content || say.handOver, decision: 'handed_over', reason: 'asked_for_person' }
  const unanswered = notes?.unanswered ?? []
  if (call.toolName === NO_ANSWER || unanswered.length > 0) {
    const isWish = unanswered.length === 0 && questions.some(({ message }) => intentOf(message) === 'person')
    const unknown = notes ? questions.filter(({ query }) => unanswered.includes(query)) : questions
    const refused = {
      ...plain,
      reason: isWish ? 'asked_for_person' : wantOf(passagesOf(unknown)),
      ...(unanswered.length > 0 && unknown.length < questions.length && { unanswered }),
    } as const
    if (input.offersPerson && !isWish)
      return { ...refused, content: notes ? content : say.unknownOffer, decision: 'unknown' }
    // A provider's own text might not say that a person will take over, so a fixed one is used.
    if (humanIntervention)
      return { ...refused, content: notes ? content : say.unknownHandOver, decision: 'handed_over' }
    return { ...refused, content: content || say.unknown, decision: 'unknown' }
  }
  return { ...plain, content: content || say.form, decision: 'answered', reason: 'action', action }
}

function messageIn(input: unknown): string {
  const message = typeof input === 'object' && input !== null && 'message' in input ? input.message : ''
  return typeof message === 'string' ? message.trim() : ''
}
