import type { Verification } from '#contract/enums.ts'
import { askedAgain, rewritten } from './ask-again.ts'
import { wholeSentences } from './provider-text.ts'
import { unitsIn } from './reply-units.ts'
import type { CheckedSentence, createSentenceCheck } from './sentence-check.ts'
import { settledText } from './shown-text.ts'
import type { ReplyListener } from './streamed-text.ts'

/** How a reply is held to its sources: what they do not bear out is left out, or kept and marked. */
type VerificationMode = Exclude<Verification, 'off'>

export interface Verified {
  /** The reply that is left, with its markers. */
  raw: string
  sentences: CheckedSentence[]
  /** Whether the model was asked for some sentences anew. */
  isRetried: boolean
  /** Why there is no reply: it repeats its prompt, or nothing of it is borne out. */
  refused: 'leaked' | 'not_supported' | null
}

interface Checks {
  sentences: ReturnType<typeof createSentenceCheck>
  isLeak(text: string): boolean
  /** The names of the tools that the model may call. */
  tools: readonly string[]
  mode: VerificationMode
}

interface Ending {
  /** Whether the model had more to say. */
  isUnfinished: boolean
  /** Asks the model once more, behind its reply; undefined if it can't answer. */
  askAgain(prompt: string): Promise<string | undefined>
  listener: ReplyListener | undefined
}

const MARKERS = /\[\[[^\]\n]*\]\]/g
const LOOKED_BACK = 300 // characters before a sentence in which words that repeat the prompt may begin
const MAY_END = /[.!?…。！？।؟\]\n]/u

/**
 * Checks a reply sentence by sentence, also while it is written: a listener is told only what has been checked, up to
 * the first sentence that the model will be asked for anew.
 */
export function createVerifier({ sentences: checks, isLeak, tools, mode }: Checks) {
  let taken = ''
  let sentences: CheckedSentence[] = []
  let isLeaked = false
  const fails = ({ verdict, isInvented }: CheckedSentence) =>
    verdict === 'unsupported' && (mode === 'strict' || isInvented)

  function take(said: string, isEnd: boolean): void {
    if (!said.startsWith(taken)) {
      taken = ''
      sentences = []
    }
    for (const { text, isWhole } of unitsIn(said.slice(taken.length), isEnd)) {
      if (isLeaked || !isWhole) return
      taken += text
      isLeaked = isLeak(taken.slice(-text.length - LOOKED_BACK).replace(MARKERS, ' '))
      if (!isLeaked) sentences.push(checks.check(text))
    }
  }

  /** Passes on to a listener what is checked of all that is written. */
  function listening(listener: ReplyListener): ReplyListener {
    let read = 0
    let told = ''
    return {
      writes(text) {
        if (isLeaked || !MAY_END.test(text.slice(Math.max(0, read - 1)))) return
        read = text.length
        take(settledText(text, tools), false)
        if (isLeaked) return listener.replaced()
        const waiting = sentences.findIndex(fails)
        const shown = together(waiting < 0 ? sentences : sentences.slice(0, waiting))
        if (shown !== told) listener.writes(shown)
        told = shown
      },
      replaced: () => listener.replaced(),
    }
  }

  async function end(said: string, { isUnfinished, askAgain, listener }: Ending): Promise<Verified> {
    take(said, true)
    // Half a sentence may mean the opposite of the whole.
    const last = sentences.at(-1)
    if (isUnfinished && last && wholeSentences(last.text) !== last.text) sentences = sentences.slice(0, -1)
    if (isLeaked) return leaked(listener)
    const failed = sentences.filter(fails)
    const isRetried = mode === 'strict' && failed.length > 0
    const answer = isRetried ? await askAgain(askedAgain(failed)) : undefined
    const anew = answer ? rewritten(answer, failed) : new Map<number, string>()
    if (isLeak([...anew.values()].join('\n').replace(MARKERS, ' '))) return leaked(listener)
    const all = sentences.flatMap((sentence): CheckedSentence[] => {
      if (!fails(sentence)) return [sentence]
      const text = anew.get(failed.indexOf(sentence)) ?? ''
      const others = unitsIn(text, true).map((unit) => checks.check(unit.text))
      return [{ ...sentence, verdict: 'dropped' }, ...others.filter(({ verdict }) => verdict === 'supported')]
    })
    const kept = all.filter(({ verdict }) => verdict !== 'dropped')
    const isNothing = failed.length > 0 ? kept.every(({ verdict }) => verdict === 'exempt') : kept.length === 0
    if (isNothing || checks.isMostlyNowhere(kept)) {
      listener?.replaced()
      return { raw: '', sentences: all.map(asDropped), isRetried, refused: 'not_supported' }
    }
    return { raw: together(all), sentences: all, isRetried, refused: null }
  }

  function leaked(listener: ReplyListener | undefined): Verified {
    listener?.replaced()
    return { raw: '', sentences: [], isRetried: false, refused: 'leaked' }
  }

  /** What of a message beside a call of a tool may be said: it names no passages, so any may bear it out. */
  function tellable(message: string): string {
    if (isLeak(message)) return ''
    const checked = unitsIn(message, true).map(({ text }) => checks.check(text, false))
    return together(checked.filter(({ verdict }) => verdict !== 'unsupported')).trim()
  }

  return { listening, end, tellable }
}

export type Verifier = ReturnType<typeof createVerifier>

const asDropped = (sentence: CheckedSentence): CheckedSentence => ({ ...sentence, verdict: 'dropped' })

/** The text of sentences without those that are dropped. A line or paragraph that such a one ended still ends there. */
function together(sentences: readonly CheckedSentence[]): string {
  return sentences.reduce((text, { raw, verdict }) => {
    if (verdict !== 'dropped') return text + raw
    const end = /\s*$/.exec(raw)![0]
    return end.includes('\n') && text !== '' ? text.trimEnd() + end : text
  }, '')
}
