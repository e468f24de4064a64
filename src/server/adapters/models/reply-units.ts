import { sentenceEnds } from '../../knowledge/sentences.ts'
import { contentWords } from './material.ts'

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
