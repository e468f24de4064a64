/** Words by which a message follows up the one before, in the languages of docs/answers.md; `_` is a space. */

/** A message that begins with one of these adds to what was asked: "and on Windows?", "was ist mit Kindern?". */
export const CONTINUING = listed(`
  and but or also so then what_about how_about what_if same_for
  und oder aber auch was_ist_mit wie_ist_es_mit wie_sieht_es
  et ou mais aussi qu'en_est-il y o pero también qué_pasa_con qué_hay_de e ma anche mas também en maar ook hoe_zit_het
  ve peki ya ama ayrıca veya και κι αλλά ή επίσης а и но или также тоже
  ولل\\p{L}+ وال\\p{L}{3,} وعن وماذا وما وفي وهل وكم ومتى وأين وكيف وإذا ولماذا ويوم ومع أو لكن أيضا
  और या लेकिन तो`)

/** A message that contains one of these refers to something in an earlier message. */
export const REFERRING = listed(`
  it its that this these those they them their there one ones he she instead otherwise
  davon dafür damit dazu dort diese dieser dieses diesen ihn ihnen stattdessen
  ça cela celui-ci ceux-ci celle-ci celles-ci là-bas eso esto ese esa esos esas ahí allí
  isso isto esse essa eles elas questo questa quello quella daarvan daarvoor daar
  bu bunu bunun bunlar o onu onun onlar orada burada
  αυτό αυτή αυτός αυτά αυτές αυτοί εκεί это этого этом этот эта эти его её их там он она они
  هذا هذه ذلك تلك هناك यह वह ये वे इसका इसकी उसका उसकी इसे उसे वहाँ`)

/** A message that consists of one of these alone asks about the subject of the message before it. */
export const BARE = listed(`
  really why how when where which who how_much how_many how_long how_so why_not since_when until_when
  warum wieso wann wo wer wie wie_viel wie_viele wie_lange seit_wann bis_wann
  pourquoi quand où combien comment qui por_qué cuándo dónde cuánto cómo quién cuál
  perché quando dove quanto como onde quem waarom wanneer waar hoeveel
  neden niye ne_zaman nerede kim kaç ne_kadar nasıl γιατί πότε πού πόσο ποιος πώς
  почему когда где сколько кто как зачем لماذا متى أين كم من كيف क्यों कब कहाँ कितना कौन कैसे
  为什么 什么时候 哪里 多少 谁 怎么 多久 ทำไม เมื่อไหร่ เมื่อไร ที่ไหน เท่าไหร่ เท่าไร ใคร อย่างไร ยังไง`)

/** A question of a few words that begins with one of these lacks the rest: "on Sundays?", "für Kinder?". */
export const PREPOSITIONS = listed(`
  on in at for with without to from by after before during until
  am im an für mit ohne nach vor bei ab bis pour avec sans après avant para con sin desde hasta sem com per
  voor met zonder για με χωρίς σε στο στη στην τις τα в на для с без после до по`)

function listed(words: string): string[] {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '))
}
