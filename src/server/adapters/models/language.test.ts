import { describe, expect, it } from 'vitest'
import { languageOf } from './language.ts'

describe('the language of a short message', () => {
  it.each([
    [
      'uk',
      [
        'Хто ти?',
        'де парковка',
        'Скільки коштує?',
        'коли сніданок',
        'дякую',
        'що це?',
        'покличте людину',
        'ціна',
        'чому так дорого',
      ],
    ],
    [
      'ru',
      [
        'Кто ты?',
        'где парковка',
        'сколько стоит',
        'соедините с оператором',
        'привет',
        'какой адрес',
        'Почему так дорого',
        'объект открыт?',
      ],
    ],
    ['ar', ['أين الموقف', 'كم السعر', 'متى تفتحون؟', 'هل عندكم موقف', 'اريد موظف', 'شكرا']],
    [
      'pt',
      [
        'quanto custa',
        'qual o preço',
        'onde fica',
        'vocês têm estacionamento?',
        'aceitam cartão',
        'que horas abre',
        'nao entendi',
        'quero falar com alguém',
      ],
    ],
    [
      'es',
      [
        'cuánto cuesta',
        'cual es el precio',
        'donde queda',
        'tienen parking',
        'aceptan tarjeta',
        'a que hora abren',
        'no entiendo',
        'hay wifi',
      ],
    ],
    [
      'nl',
      ['wat kost het', 'hoe laat open', 'waar is het', 'zijn jullie open', 'hoeveel kost parkeren', 'openingstijden'],
    ],
    [
      'de',
      [
        'was kostet das',
        'wo ist der Parkplatz',
        'habt ihr auf',
        'Öffnungszeiten',
        'wie viel kostet es',
        'gibt es WLAN',
      ],
    ],
    ['en', ['wat r ur openning hourz', 'opening hours', 'how much', 'whats the price', 'u open?', 'where r u']],
    ['fr', ['horaires', 'combien ça coûte', 'quel prix', 'vous êtes ouverts ?', 'où êtes vous']],
    ['it', ['quanto costa', 'orari', 'dove siete', 'siete aperti?', 'accettate carta']],
    ['pl', ['ile to kosztuje', 'gdzie to jest', 'godziny otwarcia', 'czy macie parking', 'o ktorej otwieracie prosze']],
    ['tr', ['ne kadar', 'fiyat nedir', 'otopark var mı', 'kaçta açık', 'saat kaçta']],
    ['ja', ['営業時間', '料金は？', '駐車場', '予約できますか']],
    ['zh', ['营业时间', '價錢', '停车场在哪', '多少钱']],
  ] as const)('is %s', (language, messages) => {
    expect(messages.map((message) => [message, languageOf(message)])).toEqual(messages.map((one) => [one, language]))
  })

  // Better English than a neighbour's language.
  it.each([
    [
      'Persian',
      [
        'ساعت کاری شما چیست؟',
        'ساعت كاري شما چيست؟',
        'قیمت چند است',
        'سلام، کجا هستید',
        'می خواهم با اپراتور صحبت کنم',
        'لطفا',
      ],
    ],
    ['Urdu', ['آپ کب کھلتے ہیں؟', 'قیمت کیا ہے', 'مجھے کسی سے بات کرنی ہے', 'پارکنگ کہاں ہے']],
    ['Kurdish', ['کاتژمێری کارکردن چەندە؟']],
    [
      'Bulgarian',
      ['Къде е паркингът?', 'Колко струва?', 'Искам оператор', 'Кога отваряте', 'Работно време', 'Кой си ти?'],
    ],
    [
      'Serbian',
      [
        'Где је паркинг?',
        'Колико кошта?',
        'Желим да причам са човеком',
        'Када радите',
        'Gdje je parking',
        'koliko kosta',
      ],
    ],
    ['Belarusian', ['Дзе паркоўка?', 'Колькі каштуе?', 'Хачу паразмаўляць з чалавекам', 'Калі вы адчыняецеся']],
    ['Macedonian', ['Каде е паркингот?', 'Колку чини сѐ ова, ќе платам']],
    ['Kazakh', ['Қанша тұрады?', 'Тұрақ қайда']],
    ['Swedish', ['när har ni öppet', 'vad kostar det']],
    ['Czech', ['kde je parkoviště', 'kolik to stojí']],
    ['Romanian', ['cât costă', 'unde este parcarea']],
    ['Hungarian', ['mennyibe kerül', 'mikor van nyitva']],
    ['Vietnamese', ['giá bao nhiêu', 'ở đâu vậy']],
  ] as const)('is answered in English if it is %s', (_language, messages) => {
    expect(messages.filter((message) => languageOf(message) !== 'en')).toEqual([])
  })

  it.each([
    ['хочу оператора', 'Басейн відчиняється о восьмій.', 'uk'],
    ['хочу оператора', 'Бассейн открывается в восемь, но закрыт, если идёт дождь.', 'ru'],
    ['хочу оператора', 'The pool opens at eight.', 'ru'],
    ['営業中', 'プールは八時に開きます。', 'ja'],
    ['中心', 'プールは八時に開きます。', 'ja'],
    ['Parking?', 'Das Schwimmbad ist ab acht geöffnet.', 'de'],
    ['menu', 'Het zwembad is open vanaf acht uur, en het is gratis.', 'nl'],
    ['Where is the parking?', 'Das Schwimmbad ist ab acht geöffnet.', 'en'],
    ['موقف', 'استخر ساعت هشت باز می‌شود.', 'en'],
  ])('of %j beside %j is %s', (message, beside, language) => {
    expect(languageOf(message, [beside])).toBe(language)
  })
})
