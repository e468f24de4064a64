import { sentencesOf } from '../../knowledge/sentences.ts'
import { PHRASES } from './phrases.ts'
import type { HistoryMessage } from './search-query.ts'
import { asksBack, isSmallTalk } from './small-talk.ts'

/** Words by which a visitor says yes to what was offered; a message may hold several of them, and nothing else. */
const ASSENTS = new Set(
  `yes yeah yep sure ok okay please do ahead go of course absolutely gladly i would like that great good
  ja gern gerne bitte klar natürlich sicher jawohl unbedingt oui volontiers bien sûr d'accord avec plaisir s'il vous te plaît svp
  sí si claro por favor supuesto vale de acuerdo sim com certeza pode ser sì certo volentieri grazie va bene per favore
  graag alstublieft alsjeblieft oké zeker tak proszę poproszę jasne chętnie oczywiście evet lütfen tabii olur tamam
  так звісно будь ласка добре да конечно пожалуйста давайте хорошо ναι παρακαλώ βεβαίως φυσικά ευχαρίστως
  نعم أجل أكيد بالتأكيد طبعا طبعًا من فضلك כן בבקשה בטח כמובן はい ええ ぜひ お願いします 好 好的 是 是的 要 可以 行 请
  हाँ हां जी कृपया ज़रूर बिल्कुल ใช่ ได้ ตกลง โอเค ครับ ค่ะ คะ ใช่ครับ ใช่ค่ะ ได้ครับ ได้ค่ะ 네 예 부탁합니다`
    .trim()
    .split(/\s+/),
)
const LONGEST = 40 // characters
const QUESTION_ELSEWHERE = /\p{Script=Greek}.*[;\u037e]$|(?:ไหม|มั้ย|หรือไม่|หรือเปล่า)(?:ครับ|คะ|ค่ะ)?[?？]?$/u
const BY_RULE = Object.values(PHRASES).flatMap(({ greeting, thanks, formDone }) => [greeting, thanks, formDone])

/** Whether a message says yes and nothing else, such as "yes, please". */
function assents(message: string): boolean {
  if (message.length > LONGEST) return false
  const words =
    message
      .toLowerCase()
      .replace(/’/g, "'")
      .match(/[\p{L}\p{M}']+/gu) ?? []
  return words.length > 0 && words.every((word) => ASSENTS.has(word))
}

/** What a message of the AI offers: its last sentence, if that asks something of the visitor but how else it can help. */
function offerIn(said: string): string | undefined {
  const last = sentencesOf(said).at(-1)?.trim()
  if (!last || !(asksBack(last) || QUESTION_ELSEWHERE.test(last))) return undefined
  return isSmallTalk(last, () => false) || BY_RULE.some((phrase) => phrase.endsWith(last)) ? undefined : last
}

/** A conversation in which a visitor who says yes to what the AI has just offered says that in its words. */
export function withOffersTaken(history: readonly HistoryMessage[]): HistoryMessage[] {
  return history.map((message, at) => {
    if (message.role !== 'visitor' || message.isForm || !assents(message.content)) return message
    const before = history[at - 1]
    const offer = before?.role === 'assistant' ? offerIn(before.content) : undefined
    return offer === undefined ? message : { ...message, content: offer }
  })
}
