import { describe, expect, it } from 'vitest'
import { readMaterial } from './material.ts'
import { supports } from './supports.ts'

const POOL = readMaterial(
  'The pool opens at 8:00 and closes at 20:30. Children under twelve swim free of charge. Dogs are not allowed in the pool area. A day ticket costs 1,250.50 dollars.',
)
const GERMAN = readMaterial(
  'Die Ratenzahlung ist ab einem Einkaufswert von 200 Euro möglich. Sie können jederzeit absagen.',
)
const CHINESE = readMaterial('游泳池早上八点开门，晚上九点关门。十二岁以下的儿童免费。')

describe('supports', () => {
  it.each([
    ['as it stands', 'Dogs are not allowed in the pool area.', POOL],
    ['in other words of the same meaning', 'Kids under twelve swim free of charge.', POOL],
    ['with its figures', 'The pool opens at 8:00.', POOL],
    ['in another form', 'The pool area allows no dogs.', POOL],
    ['of a compound', 'Raten sind ab einem Einkaufswert von 200 Euro möglich.', GERMAN],
    ['in a language without spaces', '十二岁以下的儿童免费', CHINESE],
  ])('believes what a passage says %s', (_, sentence, passage) => {
    expect(supports(sentence, [passage]).verdict).toBe('supported')
  })

  it.each([
    ['words that stand nowhere', 'Our sauna offers massages and herbal tea.', POOL, 'sauna'],
    ['another figure', 'The pool opens at 9:00.', POOL, '9:00'],
    ['a figure that is only a part of one', 'A day ticket costs 250 dollars.', POOL, '250'],
    ['a figure that is only the beginning of one', 'A day ticket costs 1,250 dollars.', POOL, '1,250'],
    ['words of another language', '桑拿房提供按摩和草药茶', CHINESE, '按摩'],
  ])('does not believe %s, and names them', (_, sentence, passage, missing) => {
    const found = supports(sentence, [passage])
    expect(found.verdict).toBe('unsupported')
    expect(found.missing).toContain(missing)
  })

  it('does not believe a sentence with a "not" more or less than the passage has', () => {
    expect(supports('Dogs are allowed in the pool area.', [POOL]).verdict).toBe('unsupported')
    expect(supports('Children under twelve do not swim free of charge.', [POOL]).verdict).toBe('unsupported')
  })

  it('takes words, but neither figures nor names, from what the visitor has said', () => {
    const visitor = readMaterial('Is the sauna with herbal massages from Aurelia open at 7:15?')
    const told = supports('The sauna with herbal massages from Aurelia opens at 7:15.', [POOL], { visitor })
    expect([told.verdict, told.missing]).toEqual(['unsupported', ['Aurelia', '7:15']])
  })

  it('takes words and figures from what the agent was told by its company', () => {
    const instructions = readMaterial('Mention that the sauna is closed until 14 March.')
    expect(supports('The sauna is closed until 14 March.', [], { instructions }).verdict).toBe('supported')
  })

  it('reads the numbers of a list as none of the text', () => {
    expect(supports('7. Dogs are not allowed in the pool area.', [POOL])).toMatchObject({ missing: [] })
  })
})

// In each language a shop's text; what it says; the same with another figure and with a "not"; and what stands nowhere.
const shops: [string, Record<'text' | 'says' | 'figure' | 'denies' | 'invents', string>][] = [
  [
    'English',
    {
      text: 'The shop opens at 9:00 and closes at 18:30. Gifts are wrapped free of charge at the till. The car park is behind the building.',
      says: 'The shop closes at 18:30.',
      figure: 'The shop closes at 19:30.',
      denies: 'Gifts are not wrapped free of charge at the till.',
      invents: 'Our café serves breakfast with fresh croissants.',
    },
  ],
  [
    'German',
    {
      text: 'Das Geschäft öffnet um 9:00 und schließt um 18:30. Geschenke werden an der Kasse kostenlos verpackt. Der Parkplatz liegt hinter dem Gebäude.',
      says: 'Das Geschäft schließt um 18:30.',
      figure: 'Das Geschäft schließt um 19:30.',
      denies: 'Geschenke werden an der Kasse nicht kostenlos verpackt.',
      invents: 'Unser Café serviert Frühstück mit frischen Hörnchen.',
    },
  ],
  [
    'Spanish',
    {
      text: 'La tienda abre a las 9:00 y cierra a las 18:30. Los regalos se envuelven gratis en la caja. El aparcamiento está detrás del edificio.',
      says: 'La tienda cierra a las 18:30.',
      figure: 'La tienda cierra a las 19:30.',
      denies: 'Los regalos no se envuelven gratis en la caja.',
      invents: 'Nuestra cafetería sirve desayunos con cruasanes recién hechos.',
    },
  ],
  [
    'Turkish',
    {
      text: 'Mağaza 9:00 saatinde açılır ve 18:30 saatinde kapanır. Hediyeler kasada ücretsiz paketlenir. Otopark binanın arkasındadır.',
      says: 'Mağaza 18:30 saatinde kapanır.',
      figure: 'Mağaza 19:30 saatinde kapanır.',
      denies: 'Hediyeler kasada ücretsiz paketlenmez.',
      invents: 'Kafemizde taze kruvasanlarla kahvaltı sunuyoruz.',
    },
  ],
  [
    'Greek',
    {
      text: 'Το κατάστημα ανοίγει στις 9:00 και κλείνει στις 18:30. Τα δώρα τυλίγονται δωρεάν στο ταμείο. Το πάρκινγκ βρίσκεται πίσω από το κτίριο.',
      says: 'Το κατάστημα κλείνει στις 18:30.',
      figure: 'Το κατάστημα κλείνει στις 19:30.',
      denies: 'Τα δώρα δεν τυλίγονται δωρεάν στο ταμείο.',
      invents: 'Το καφέ μας σερβίρει πρωινό με φρέσκα κρουασάν.',
    },
  ],
  [
    'Russian',
    {
      text: 'Магазин открывается в 9:00 и закрывается в 18:30. Подарки упаковывают бесплатно на кассе. Парковка находится за зданием.',
      says: 'Магазин закрывается в 18:30.',
      figure: 'Магазин закрывается в 19:30.',
      denies: 'Подарки не упаковывают бесплатно на кассе.',
      invents: 'Наше кафе подаёт завтраки со свежими круассанами.',
    },
  ],
  [
    'Arabic',
    {
      text: 'يفتح المتجر في الساعة 9:00 ويغلق في الساعة 18:30. تغلف الهدايا مجانا عند الصندوق. يقع موقف السيارات خلف المبنى.',
      says: 'المتجر يغلق في الساعة 18:30.',
      figure: 'المتجر يغلق في الساعة 19:30.',
      denies: 'لا تغلف الهدايا مجانا عند الصندوق.',
      invents: 'يقدم مقهانا وجبة الإفطار مع كرواسون طازج.',
    },
  ],
  [
    'Chinese',
    {
      text: '商店9:00开门，18:30关门。礼物在收银台免费包装。停车场在大楼后面。',
      says: '商店18:30关门。',
      figure: '商店19:30关门。',
      denies: '礼物在收银台不免费包装。',
      invents: '我们的咖啡馆供应新鲜羊角面包早餐。',
    },
  ],
  [
    'Hindi',
    {
      text: 'दुकान 9:00 बजे खुलती है और 18:30 बजे बंद होती है। उपहार काउंटर पर मुफ़्त में पैक किए जाते हैं। पार्किंग इमारत के पीछे है।',
      says: 'दुकान 18:30 बजे बंद होती है।',
      figure: 'दुकान 19:30 बजे बंद होती है।',
      denies: 'उपहार काउंटर पर मुफ़्त में पैक नहीं किए जाते हैं।',
      invents: 'हमारा कैफ़े ताज़े क्रोइसैन के साथ नाश्ता परोसता है।',
    },
  ],
  [
    'Thai',
    {
      text: 'ร้านเปิดเวลา 9:00 และปิดเวลา 18:30 ของขวัญห่อฟรีที่แคชเชียร์ ที่จอดรถอยู่หลังอาคาร',
      says: 'ร้านปิดเวลา 18:30',
      figure: 'ร้านปิดเวลา 19:30',
      denies: 'ของขวัญไม่ห่อฟรีที่แคชเชียร์',
      invents: 'คาเฟ่ของเราเสิร์ฟอาหารเช้ากับครัวซองต์สดใหม่',
    },
  ],
]

describe.each(shops)('in %s', (_language, { text, says, figure, denies, invents }) => {
  const shop = readMaterial(text)

  it('believes each sentence of a text, and what repeats a part of one', () => {
    for (const sentence of [...text.split(/(?<=[.。।])\s*/), says])
      expect([sentence, supports(sentence, [shop]).verdict]).toEqual([sentence, 'supported'])
  })

  it.each([
    ['another figure', figure],
    ['a "not" that is not there', denies],
    ['what stands nowhere', invents],
  ])('does not believe %s', (_, sentence) => {
    expect(supports(sentence, [shop]).verdict).toBe('unsupported')
  })
})
