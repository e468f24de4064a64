import type { WidgetLocale } from '#contract/widget-enums.ts'

export type Language = WidgetLocale

/** `other` is any language that the product does not speak; it answers in English then. */
type Candidate = Language | 'other'

interface Script {
  /** A letter of the script. */
  letter: RegExp
  usual: Language
  /** Letters that only one of the script's languages has: a word with one of them that is no marker counts for it. */
  letters: readonly (readonly [Candidate, RegExp])[]
  /** Frequent words of each language that are rare in most of the others of the script. */
  words: Partial<Record<Candidate, string>>
}

const SCRIPTS: readonly Script[] = [
  {
    letter: /\p{Script=Arabic}/gu,
    usual: 'ar',
    // Persian, Urdu, Kurdish and Pashto.
    letters: [['other', /[پچژگکیٹڈڑںےہھۀێۆڕڵەښځټډړېۍ]/]],
    words: {
      ar: 'في على هل ما متى أين كم هذا هذه مع إلى عن أريد لا نعم شكرا مرحبا ممكن عندكم لديكم و أو كيف ماذا لماذا',
      other:
        'است هست نیست شما را این آن با برای از به در می آیا لطفا ساعت قيمت قیمت هزينه هزینه چند کجا كجا سلام دارید داريد کی چه چی چيست هستید باز ہے کیا میں کا کی کو سے اور آپ خواهم ميخواهم اپراتور مرسی ممنون',
    },
  },
  { letter: /\p{Script=Hebrew}/gu, usual: 'he', letters: [], words: {} },
  {
    letter: /\p{Script=Cyrillic}/gu,
    usual: 'ru',
    letters: [
      // Belarusian, Serbian, Macedonian, Kazakh, Tatar, Mongolian; Bulgarian writes ъ where Russian has a vowel,
      // and Belarusian чы where Russian writes чи.
      ['other', /[ўђјљњћџѓќѕәғқңөұүһҷӣӯ]|[чшж]ы|[бвгджзклмнпрстфхцчшщ]ъ(?:[бвгджзклмнпрстфхцчшщ]|$)/],
      ['uk', /[іїєґ]/],
      ['ru', /[ыэё]/],
    ],
    words: {
      uk: 'хто що як де коли чи це та але ти ви ми він вона вас нам вам мене мені дякую привіт вітаю будь ласка потрібен потрібна потрібно скільки коштує працює працюєте маєте можна треба зараз сьогодні завтра людину людина людиною людини допоможіть допомога добрий ваш ваша ваші чому який яка яке які цей ще вже немає так поговорити покличте дайте ціна ціни година години адреса безкоштовно оплата замовлення доставка магазин кімната сніданок парковка знижка',
      ru: 'кто что как где когда это и но ты вы мы он она вас вам мне меня спасибо привет здравствуйте пожалуйста нужен нужна нужно сколько стоит работает работаете есть можно надо сейчас сегодня человека человек человеком помогите помощь добрый ваш ваша ваши почему какой какая какие этот ещё еще уже нет да поговорить позовите дайте цена цены час часы адрес бесплатно оплата заказ доставка магазин комната завтрак парковка скидка соедините оператором ли',
      other:
        'вы я мы къде кога колко струва са сте съм искам да имате какво здравейте благодаря моля може отворено отворени работно време кой коя си ли е за има няма където къде хора човек оператор_моля дзе калі колькі каштуе што хачу дзякуй калі ласка я_хачу где колико кошта када шта имате хвала молим да_ли желим радите раде сте човека човеком',
    },
  },
  {
    letter: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    usual: 'zh',
    // Kana, and characters that are written so in Japan alone.
    letters: [
      [
        'ja',
        /[\p{Script=Hiragana}\p{Script=Katakana}営価駅円広売読検対応図気経済沢浜払込県毎様両転実発変働畑枠予約仮駐拡窓喫]/u,
      ],
    ],
    words: {},
  },
  {
    letter: /\p{Script=Latin}/gu,
    usual: 'en',
    letters: [
      ['pl', /[ąęłśźżńć]/],
      ['tr', /[ğış]/],
      ['pt', /[ãõ]/],
      ['es', /ñ/],
      ['de', /[äß]/],
      ['fr', /œ/],
      ['it', /[ìò]/],
      ['other', /[åøæčšžřěůďťňľőűșțăţðþəđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/],
    ],
    words: {
      en: 'the is are what how do you can my i to of and for where when with please hello hi thanks have your does r ur u wat whats wheres hows dont im pls plz thx there much many open which who why it this that any need price opening hours a not',
      de: 'der die das ist sind wie was ich sie und nicht mit für bitte kann wann wo ein eine einen hallo danke haben mein zu ihr mir gibt es welche wer warum öffnungszeiten geöffnet kostet viel habt uhr kein keine brauche möchte preis preise parkplatz von auf im am habe ihre fur konnen können euch noch auch',
      fr: 'le les est sont comment je vous et pas avec pour puis quand où une des bonjour merci avez mon quel quelle suis votre parler ouvert horaires prix combien coûte quels quelles moi y la un du au salut nous êtes ouverts cest voulez veux humain pourquoi ou',
      es: 'el los es son cómo como yo usted y con para puedo cuándo dónde una hola gracias tiene mi cuál quiero qué hablar cuánto cuesta cuestan horario precio hay tienen abren abierto donde cuando cuanto cual que por la un del necesito aceptan tarjeta está esta ustedes pueden buenas buenos dias días hasta nos me a hora abren abre no entiendo',
      pt: 'os são como eu você não com para posso quando onde uma olá oi obrigado obrigada tem meu qual quero falar um vocês é o a do da quanto custa custam horário preço preco fica têm abre abrem aberto vcs vc voce voces nao ate até pra aceitam cartão cartao preciso estacionamento por um no na em atendente alguém aos domingo bom boa dia que horas entendi tudo bem',
      it: 'il gli è sono come io lei con per posso quando dove una ciao grazie avete mio quale vorrei parlare un che quanto costa costano orari orario prezzo aperto aperti siete aprite di del della e la c buongiorno salve si vi qual perché perche accettate carta parcheggio ce',
      nl: 'het de een zijn hoe ik u en niet met voor kan wanneer waar hallo bedankt dank heeft mijn wat graag wil ben jullie hoeveel kost kosten openingstijden prijs is er heb hebben geopend laat welke waarom mag aub naar van op geen wie nog ook zo kunnen',
      pl: 'jest są jak czy nie dla proszę kiedy gdzie ile można mogę mam dzień dobry cześć dziękuję mój chcę jaki jakie która kosztuje macie cena ceny godziny otwarcia otwarte o w z na do się jaka kto co sa mozna chce prosze dziekuje czesc moge',
      tr: 'bir bu nasıl için değil yok siz kaç nerede zaman merhaba teşekkürler lütfen istiyorum kadar hangi fiyatı ücreti var mı mi ne kaçta açık saat fiyat ücret kim nasil lutfen misiniz mısınız nedir acik kac ücretsiz selam evet hayır',
      other:
        'är och på jag när vad hur kostar ni öppet ert er og det jeg når hvad hva koster hvor åpent har dere kde kdy kolik stojí máte jsou jste otevřeno kolko este sunt cum unde când cand cât cat costă aveți aveti și si mikor hol mennyi mennyibe kerül nyitva van vannak missä milloin paljonko onko mitä gdje kada koliko kosta imate jesu radite apa berapa dimana kapan jam buka yang quan obriu quant teniu là không bao nhiêu đâu hvenær mums kur kiek kas ir',
    },
  },
]
/** Share of a text's letters above which a script decides: low, since names and terms are Latin in any language. */
const SHARE = 0.25

const ADDRESS = /\S+@\S+|\S+:\/\/\S+/g // left out, because the "com" of ".com" is a word in Portuguese
const ENOUGH = 500 // characters that are read, since the pattern for addresses takes quadratic time in a word's length

const markers = new Map(SCRIPTS.map((script) => [script, markersOf(script)]))

function markersOf({ words }: Script): Map<string, Candidate[]> {
  const byWord = new Map<string, Candidate[]>()
  for (const [language, list] of Object.entries(words) as [Candidate, string][])
    for (const word of new Set(list.split(' '))) byWord.set(word, [...(byWord.get(word) ?? []), language])
  return byWord
}

/**
 * The language of a short message by its script, and by letters and words that only one language of the script has;
 * English for a language that the product does not speak.
 * @param beside texts that may decide where the message alone does not ("хочу оператора" is Russian and Ukrainian),
 * such as the passages that were found for it
 */
export function languageOf(text: string, beside: readonly string[] = []): Language {
  const script = scriptOf(text)
  if (!script) return 'en'
  const votes = votesFor(text, script)
  const first = leadersOf(votes)
  if (first.length === 1) return spoken(first[0]!)
  const near = beside.filter((other) => scriptOf(other) === script)
  const hint = leadersOf(votesFor(near.join('\n'), script)).find((one) => first.length === 0 || first.includes(one))
  return spoken(hint ?? (first.length === 0 || first.includes(script.usual) ? script.usual : first[0]!))
}

const spoken = (candidate: Candidate): Language => (candidate === 'other' ? 'en' : candidate)

function readable(text: string): string {
  return text.slice(0, ENOUGH).replace(ADDRESS, ' ').normalize('NFC')
}

function scriptOf(text: string): Script | undefined {
  const written = readable(text)
  const letters = written.match(/[\p{L}\p{M}]/gu)?.length ?? 0
  return SCRIPTS.find(({ letter }) => (written.match(letter)?.length ?? 0) > letters * SHARE)
}

function votesFor(text: string, script: Script): Map<Candidate, number> {
  const votes = new Map<Candidate, number>()
  for (const word of readable(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu) ?? []) {
    const spoken =
      markers.get(script)!.get(word) ??
      script.letters.flatMap(([language, letter]) => (letter.test(word) ? [language] : []))
    for (const language of spoken) votes.set(language, (votes.get(language) ?? 0) + 1 / spoken.length)
  }
  return votes
}

function leadersOf(votes: ReadonlyMap<Candidate, number>): Candidate[] {
  const most = Math.max(...votes.values())
  return [...votes].flatMap(([language, count]) => (count === most ? [language] : []))
}
