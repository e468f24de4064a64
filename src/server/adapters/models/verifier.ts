import type { Verification } from '#contract/enums.ts'
import { sentenceEnds } from '../../knowledge/sentences.ts'
import { contentWords } from './material.ts'
import { wholeSentences } from './provider-text.ts'
import type { CheckedSentence, createSentenceCheck } from './sentence-check.ts'
import { settledText } from './shown-text.ts'
import type { ReplyListener } from './streamed-text.ts'

const NUMBERED = /^\s*[[(]?(\d{1,2})[\])]?\s*[.:)\]–-]\s*(.*)$/
const BULLET = /^\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)/

/** What a model is told that shall write some of its sentences anew. The sentences are material, and so in JSON. */
export function askedAgain(failed: readonly CheckedSentence[]): string {
  const lines = failed.map(({ text, missing }, at) => JSON.stringify({ sentence: at + 1, text, missing }))
  return [
    'These sentences of your answer are not borne out by the passages that they name; "missing" lists what stands nowhere:',
    ...lines,
    'Write each anew, one a line: its number, a colon, then the sentence with its passages, saying only what these say.',
    'Leave out the lines of those that no passage bears out. Write nothing else.',
  ].join('\n')
}

/** The sentences that a model has written in the place of others, by the index of these. */
export function rewritten(answer: string, failed: readonly CheckedSentence[]): Map<number, string> {
  const places = new Map<number, string>()
  for (const line of answer.split('\n')) {
    const [, number, text = ''] = NUMBERED.exec(line) ?? []
    const at = Number(number) - 1
    const before = failed[at]
    if (number === undefined || !before || places.has(at) || text.trim() === '') continue
    const bullet = BULLET.exec(before.raw)?.[0] ?? ''
    const end = /\s*$/.exec(before.raw)![0]
    places.set(at, `${/^\s*/.exec(before.raw)![0]}${bullet.trimStart()}${text.trim().replace(BULLET, '')}${end}`)
  }
  return places
}

// A marker, also one that has a quote or is not yet closed.
const MARKER = /\[\[[\s\d][^\]\n]*(?:\]\]?)?|\[\d{1,2}(?:[,;] ?\d{1,2}){0,9}\]/g
const HAS_MARKER = /\[\[?\d/
const ENDED = /[.!?…。！？।؟]["'”’»)*_]*$/u
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/
const WORD = /[\p{L}\p{N}]/u
const CLOSED = /\]\]\s*[.!?…。]?$/u

/** A piece of a reply that is believed or not as a whole: a sentence with its markers, or an item with what leads to it. */
export interface Unit {
  text: string
  /** Whether nothing of it can still be to come. */
  isWhole: boolean
}

/**
 * Cuts what a model has written, or the rest of it, into units, which put together are the text again. Lines without
 * an end of their own, such as headings or what announces a list, belong to what follows; code is one unit.
 * @param isEnd whether the model will write no more
 */
export function unitsIn(text: string, isEnd: boolean): Unit[] {
  const units: string[] = []
  let open = ''
  let isCode = false
  const close = () => {
    if (open !== '') units.push(open)
    open = ''
  }
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (FENCE.test(line)) isCode = !isCode
    const shown = line.replace(MARKER, (marker) => ' '.repeat(marker.length))
    if (!isCode && !FENCE.test(line) && !WORD.test(shown) && (open === '' || line.trim() === '')) {
      // Blank lines and markers alone belong to what stands before them.
      if (open === '' && units.length > 0) units[units.length - 1] += line
      else open += line
      if (line.trim() === '' && !endsWithColon(open)) close()
      continue
    }
    if (isCode) {
      open += line
      continue
    }
    let from = 0
    for (const end of sentenceEnds(shown)) {
      const part = line.slice(from, end)
      from = end
      open += part
      if (isEnded(part) && saysSomething(open)) close()
    }
    open += line.slice(from)
  }
  close()
  const last = units.length - 1
  return units.map((unit, at) => ({ text: unit, isWhole: at < last || isEnd || isClosed(unit) }))
}

/** A "Yes." belongs to what follows, as does the number of an item. */
const saysSomething = (unit: string) => HAS_MARKER.test(unit) || contentWords(unit).length > 0

const endsWithColon = (text: string) => /[:：]\s*$/.test(text)

function isEnded(part: string): boolean {
  const said = part
    .replace(MARKER, '')
    .replace(/\s+(?=[.!?])/g, '')
    .trimEnd()
  return ENDED.test(said) || (HAS_MARKER.test(part) && part.endsWith('\n'))
}

/** Whether a unit ends with a closed marker, behind which no other is awaited, and so need not wait for what follows. */
const isClosed = (unit: string) => CLOSED.test(unit.trimEnd()) && isEnded(unit)

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

  /**
   * Ends the check of a reply.
   */
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
const together = (sentences: readonly CheckedSentence[]): string =>
  sentences.reduce((text, { raw, verdict }) => {
    if (verdict !== 'dropped') return text + raw
    const end = /\s*$/.exec(raw)![0]
    return end.includes('\n') && text !== '' ? text.trimEnd() + end : text
  }, '')
