/**
 * Comparatives and superlatives, and words for first, later and last, in nine languages. Each end of a scale is a list
 * of words (`_` is a space, `*` any ending) and a pattern for Chinese, which writes no spaces.
 */
const SCALES: readonly [RegExp, RegExp][] = [
  [
    end(
      `more most larger largest bigger biggest greater greatest higher highest taller tallest longer longest stronger
      strongest richer richest wealthier wealthiest faster fastest quicker quickest wider widest heavier heaviest hotter
      hottest warmer warmest harder hardest deeper deepest better best
      mehr meiste* größer* größte* höher* höchste* länger* längste* stärker* stärkste* schneller* schnellste* teurer*
      teuerste* breiter* breiteste* schwerer* schwerste* wärmer* wärmste* besser* beste bester bestes besten
      plus_grand* plus_haut* plus_long* plus_fort* plus_rapide* plus_cher* plus_élevé* plus_large* plus_chaud* plus_lourd*
      meilleur* davantage
      más_grande* más_alt* más_larg* más_fuerte* más_rápid* más_car* más_elevad* más_anch* más_pesad* la_mayor el_mayor
      las_mayores los_mayores mejor mejores
      en_büyük* en_yüksek* en_uzun* en_çok en_güçlü* en_hızlı* en_pahalı* en_geniş* en_ağır* en_sıcak* en_iyi*
      daha_büyük* daha_yüksek* daha_uzun* daha_çok daha_fazla* daha_güçlü* daha_hızlı* daha_pahalı* daha_geniş* daha_iyi*
      περισσότερ* μεγαλύτερ* υψηλότερ* ψηλότερ* μακρύτερ* ισχυρότερ* ταχύτερ* ακριβότερ* βαρύτερ* καλύτερ* πιο_μεγάλ*
      πιο_ψηλ* πιο_ακριβ* πιο_γρήγορ*
      больше наибольш* более выше наивысш* длиннее сильнее быстрее дороже шире тяжелее лучше лучш* крупнее крупнейш*
      сам*_больш* сам*_высок* сам*_длинн* сам*_дорог* сам*_быстр*
      أكبر الأكبر أكثر الأكثر أعلى الأعلى أطول الأطول أقوى الأقوى أسرع الأسرع أغلى الأغلى أفضل الأفضل`,
      '[最更较](?:大|高|多|长|强|快|贵|宽|重|热|好)',
    ),
    end(
      `less least fewer fewest smaller smallest lower lowest shorter shortest weaker weakest poorer poorest slower slowest
      narrower narrowest lighter lightest colder coldest cooler coolest easier easiest shallower shallowest worse worst
      cheaper cheapest
      weniger* wenigste* kleiner* kleinste* niedriger* niedrigste* kürzer* kürzeste* schwächer* schwächste* langsamer*
      langsamste* billiger* billigste* günstiger* günstigste* schmaler* leichter* leichteste* kälter* kälteste* geringer*
      geringste* schlechter* schlechteste*
      moins moindre* plus_petit* plus_bas* plus_court* plus_faible* plus_lent* plus_étroit* plus_froid* plus_léger* pire*
      menos más_pequeñ* más_baj* más_cort* más_débil* más_lent* más_barat* más_estrech* más_frí* menor menores peor peores
      en_küçük* en_düşük* en_kısa* en_zayıf* en_yavaş* en_ucuz* en_dar* en_hafif* en_soğuk* en_kötü*
      daha_küçük* daha_düşük* daha_kısa* daha_az daha_zayıf* daha_yavaş* daha_ucuz* daha_dar* daha_kötü*
      λιγότερ* μικρότερ* χαμηλότερ* κοντύτερ* ασθενέστερ* φθηνότερ* φτηνότερ* ελαφρύτερ* χειρότερ* πιο_μικρ* πιο_χαμηλ*
      πιο_φθην* πιο_φτην* πιο_αργ*
      меньше наименьш* менее ниже короче слабее медленнее дешевле легче хуже худш* мельчайш* сам*_маленьк* сам*_низк*
      сам*_коротк* сам*_дешев* сам*_дешёв* сам*_медленн*
      أصغر الأصغر أقل الأقل أدنى الأدنى أقصر الأقصر أضعف الأضعف أبطأ الأبطأ أرخص الأرخص أسوأ الأسوأ`,
      '[最更较](?:小|低|少|短|弱|慢|便宜|窄|轻|冷|差)',
    ),
  ],
  [
    end(
      `first earliest erste* früheste* premier première premiers premières primer primera primero primeras primeros ilk
      en_erken* πρώτ* перв* أول أولا الأول الأولى أولى`,
      '第一|最早|最先|首先|首[个次班批]',
    ),
    end(
      `last latest final second third fourth fifth sixth tenth letzte* späteste* zweite* dritte* dernier* dernière*
      deuxième* troisième* último* última* segund* tercer* en_son sonuncu* ikinci* üçüncü* en_geç* τελευταί* δεύτερ* τρίτ*
      последн* втор* трет* آخر الأخير الأخيرة الثانية الثالث الثالثة`,
      '第[二三四五六]|最后|最晚|末班',
    ),
  ],
]

/** Whether a question names one end of a scale ("the largest") and a text only the other ("the smallest"). */
export function namesOtherEnd(question: string, text: string): boolean {
  return SCALES.some(([one, other]) => {
    const asksOne = one.test(question)
    if (asksOne === other.test(question)) return false
    return asksOne ? other.test(text) && !one.test(text) : one.test(text) && !other.test(text)
  })
}

/** Finds the words of one end of a scale, unless they state a bound: "less than 20 m²" may be of the largest room. */
function end(words: string, chinese: string): RegExp {
  const all = words.trim().split(/\s+/).join('|').replaceAll('_', '\\s+').replaceAll('*', '\\p{L}*')
  const bound = '(?!\\s+(?:than|als|que|de|чем|από|من)\\s+\\p{N})'
  return new RegExp(`(?<!\\p{L}|(?<!\\p{L})(?:at|au|al|по|على)\\s+)(?:${all})(?!\\p{L})${bound}|${chinese}`, 'iu')
}
