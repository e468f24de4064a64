/**
 * What a question in Chinese, Japanese, Korean or Thai is put with: written together with other words, it would count
 * as words that no passage has. Of 餃子はいくらですか ("how much are gyoza?") only 餃子 can be found.
 */
const JAPANESE_PARTICLES = 'は|が|を|に|へ|で|と|も|の|や|から|まで|より|って'
const JAPANESE_PHRASES =
  'いつ|どこ|どちら|どなた|どれ|どの|どんな|どう|だれ|なに|なぜ|どうして|どうやって|おいくら|いくら|いくつ|ありますか|あります|いますか|います|できますか|できます|ていますか|ています|られますか|ましたか|ませんか|ますか|ます|ですか|でしょうか|でしたか|なんですか|です|たいです|もいいですか|ください|おしえて|ある|いる|ない|か'
const JAPANESE_RUN = new RegExp(`^(?:${JAPANESE_PARTICLES}|${JAPANESE_PHRASES}|だ|ね|よ|お)+$`, 'u')
const JAPANESE_TAIL = new RegExp(`(?:${JAPANESE_PARTICLES})?(?:${JAPANESE_PHRASES})+$`, 'u')
const HIRAGANA_RUN = /\p{Script=Hiragana}+/gu

const PUTTING: readonly RegExp[] = [
  // Japanese, with Chinese characters
  /何(?:曜日|時間|週間|ヶ月|か月|[円時日人分階番名席個枚歳度月年回台本冊杯匹種])(?:から|まで|に|くらい|ぐらい)?|何(?=[がをで])|誰(?=[がので])|お?値段|価格|金額|(?:を|って)?(?:教えて|知りたい|お願い)(?:ください|下さい|くれますか|もらえますか|ほしい|欲しい|です|します)*/gu,
  // Chinese
  /请问|請問|多少钱|多少錢|几块钱|幾塊錢|怎么卖|怎麼賣|价格|價格|价钱|價錢|售价|售價|什么时候|什麼時候|几点|幾點|几号|在哪里|在哪裡|在哪儿|哪里|哪裡|哪儿|什么|什麼|怎么样|怎么|怎麼|为什么|為什麼|是谁|是誰|谁|誰|哪个|哪些|哪天|多少|多久|几个|有没有|有沒有|是不是|能不能|可不可以|可以|你们|你們|[吗嗎呢吧啊]/gu,
  // Thai
  /ราคาเท่าไหร่|ราคาเท่าไร|ราคากี่บาท|เท่าไหร่|เท่าไร|กี่บาท|ราคา|ที่ไหน|ตรงไหน|เมื่อไหร่|เมื่อไร|กี่โมง|กี่คน|อะไร|ใคร|ไหมครับ|ไหมคะ|ไหม|มั้ย|หรือไม่|หรือเปล่า|หรือยัง|อย่างไร|ยังไง|ครับ|ค่ะ|คะ/gu,
  // Korean
  /(?:얼마|언제|어디|누구|뭐|무엇|어떻게|며칠|몇\s?시)(?:예요|에요|인가요|입니까|이에요|나요|죠|까지|부터|에|에서|가)*|가격은?(?=\s|[?？]|$)|(?:있|되|하|열|파|받|가능한|가능하)(?:나요|어요|습니까|니까)|인가요|입니까|이에요|예요|에요|가능해요|알려\s?주세요|주세요/gu,
]
/** Particles at the end of a Korean word; of a word of two syllables, the last may well belong to it. */
const KOREAN_PARTICLE =
  /(?<=\p{Script=Hangul}{2})(?:은|는|이|가|을|를|에서|에|도|의|로|으로|과|와|까지|부터)(?!\p{L})/gu
/** Words such as "don't", and the ends of others such as "what's": their pieces would count as words that say something. */
const CONTRACTED = /\p{L}+n['’]t(?!\p{L})|(?<=\p{L})['’](?:s|d|m|re|ve|ll)(?!\p{L})/giu
const WRITTEN_TOGETHER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

/**
 * A question without the pieces of English contractions, and without the words that only put it, where these are written
 * together; as it is, if nothing would be left.
 */
export function askedWords(question: string): string {
  const rest = WRITTEN_TOGETHER.test(question) ? withoutPuttingWords(question) : question.replace(CONTRACTED, ' ')
  return /[\p{L}\p{N}]/u.test(rest) ? rest.trim().replace(/\s+/g, ' ') : question
}

function withoutPuttingWords(question: string): string {
  return PUTTING.reduce((left, pattern) => left.replace(pattern, ' '), question.normalize('NFKC'))
    .replace(HIRAGANA_RUN, withoutPutting)
    .replace(KOREAN_PARTICLE, '')
}

/** At the beginning, いくら is roe; anywhere else it asks for a price. */
function withoutPutting(run: string, at: number): string {
  if (at === 0 && run === 'いくら') return run
  return JAPANESE_RUN.test(run) ? ' ' : run.replace(JAPANESE_TAIL, ' ')
}
