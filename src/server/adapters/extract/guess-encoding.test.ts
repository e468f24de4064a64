import { describe, expect, it } from 'vitest'
import { decodeText, isText } from './charset.ts'

/** Encodes a text, by looking up what each byte and pair of bytes stands for. */
function encode(label: string, text: string): Uint8Array {
  const bytesOf = new Map<string, number[]>()
  const learn = (bytes: number[]) => {
    const [character, ...more] = new TextDecoder(label).decode(Uint8Array.from(bytes))
    if (character && more.length === 0 && character !== '\ufffd' && !bytesOf.has(character))
      bytesOf.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) learn([byte])
  if (/^(shift|euc|big5|gb)/.test(label))
    for (let first = 0x81; first < 0xff; first += 1)
      for (let second = 0x40; second < 0xff; second += 1) learn([first, second])
  return Uint8Array.from([...text].flatMap((character) => bytesOf.get(character) ?? []))
}

const isRead = (label: string, text: string) => {
  const bytes = encode(label, text)
  expect(new TextDecoder(label).decode(bytes)).toBe(text) // all of it could be encoded
  expect(decodeText(bytes)).toBe(text)
  expect(isText(bytes)).toBe(true)
}

describe('text files in the encodings of before Unicode', () => {
  it.each([
    ['windows-1251', 'Мы открыты с девяти до пяти по будням.'],
    ['windows-1251', 'Товар;Цена\nЛампа настольная;20\nСтол письменный;100\n'],
    ['windows-1251', 'Магазин працює щодня з дев’ятої години, крім неділі.'],
    ['windows-1251', 'ВОЗВРАТ ТОВАРА В ТЕЧЕНИЕ 30 ДНЕЙ. Формат A4, цена 20 EUR.'],
    ['koi8-r', 'Мы открыты с девяти до пяти по будням.'],
    ['ibm866', 'Мы открыты с девяти до пяти по будням.'],
    ['windows-1253', 'Το κατάστημα είναι ανοιχτό κάθε μέρα από τις εννέα έως τις πέντε.'],
    ['windows-1255', 'החנות פתוחה בכל יום מתשע עד חמש.'],
    ['windows-1256', 'المتجر مفتوح كل يوم من التاسعة حتى الخامسة.'],
    [
      'windows-1250',
      'Sklep jest czynny codziennie od dziewiątej. Zwrot w ciągu trzydziestu dni, również z żółtą metką.',
    ],
    ['windows-1250', 'Obchod je otevřen každý den od devíti do pěti. Zboží lze vrátit do třiceti dnů.'],
    ['windows-1250', 'Az üzlet minden nap kilenctől ötig tart nyitva, és a cipők harminc napon belül visszaküldhetők.'],
    [
      'windows-1250',
      'Trgovina je otvorena svaki dan, a cipele možete vratiti u roku od trideset dana. Plaćanje je moguće i većim karticama; dođite!',
    ],
    [
      'iso-8859-2',
      'Sklep jest otwarty od dziewiątej do siedemnastej, zamknięte w święta. Proszę dzwonić wcześniej, żeby złożyć zamówienie.',
    ],
    ['iso-8859-2', 'Zażółć gęślą jaźń. Śniadanie o ósmej.'],
    ['iso-8859-2', 'Produkt;Cena\nŁóżko;200 zł\nKrzesło;45 zł\n'],
    ['iso-8859-2', 'Obchod je otevřen každý den od devíti do pěti. Zboží lze vrátit do třiceti dnů, šťastnou cestu.'],
    ['iso-8859-2', 'Az üzlet minden nap kilenctől ötig tart nyitva, és a cipők harminc napon belül visszaküldhetők.'],
    ['iso-8859-2', 'Árvíztűrő tükörfúrógép'],
    ['iso-8859-2', 'Obchod je otvorený každý deň od deviatej. Tovar môžete vrátiť do tridsiatich dní, ľahko a rýchlo.'],
    ['windows-874', 'ร้านเปิดทุกวันตั้งแต่เก้าโมงเช้าถึงห้าโมงเย็น'],
    ['windows-874', 'สินค้า,ราคา\nโคมไฟ,20 บาท\nโต๊ะ,100 บาท\n'],
    ['windows-874', 'ค่าห้อง 900 บาท (Deluxe room) ต่อคืน'],
    ['macintosh', 'Geöffnet täglich außer montags. Für Gäste: 20 € die Nacht.'],
    ['macintosh', 'Les retours sont acceptés sous 30 jours. Ça coûte 5 euros, à bientôt. Noël'],
    ['macintosh', '¿Cuántos días? Mañana, señor: también el segundo piso.'],
    ['macintosh', 'Åbent hver dag, også på søndage. Café på ærø.'],
    ['x-mac-cyrillic', 'Мы открыты с девяти до пяти по будням. Звоните нам, ждём.'],
    ['iso-8859-5', 'Мы открыты с девяти до пяти по будням.'],
    ['iso-8859-6', 'المتجر مفتوح كل يوم من التاسعة حتى الخامسة.'],
    ['koi8-u', 'Магазин працює щодня з дев’ятої години, крім неділі. Ціна їжі'.replace('’', "'")],
    [
      'windows-1257',
      'Parduotuvė dirba kasdien nuo devynių iki penkių. Prekes galima grąžinti per trisdešimt dienų, ačiū.',
    ],
    [
      'windows-1257',
      'Veikals ir atvērts katru dienu no deviņiem līdz pieciem. Preces var atgriezt trīsdesmit dienu laikā.',
    ],
    ['windows-1254', 'Mağaza her gün dokuzdan beşe kadar açıktır. Ürünler otuz gün içinde geri gönderilebilir.'],
    ['shift_jis', '営業時間は平日の九時から五時までです。返品は三十日以内にお願いします。'],
    ['shift_jis', '商品,価格\nランプ,20\nテーブル,100\n'],
    ['euc-jp', '営業時間は平日の九時から五時までです。返品は三十日以内にお願いします。'],
    ['big5', '我們每天九點開門，五點關門。商品可以在三十天內退回。'],
    ['big5', '商品,價格\n檯燈,20\n書桌,100\n'],
    ['gbk', '我们每天九点开门，五点关门。商品可以在三十天内退回。'],
    ['gbk', '商品,价格\n台灯,20\n书桌,100\n'],
    ['euc-kr', '매장은 평일 아홉 시부터 다섯 시까지 엽니다. 반품은 삼십 일 안에 하실 수 있습니다.'],
    ['euc-kr', '상품,가격\n전등,20\n책상,100\n'],
  ])('are read in %s: %s', isRead)

  it.each([
    'Größe der Bücher: 20 €. Ärger über Öl? Straße',
    'Les retours sont acceptés sous 30 jours, à l’adresse où l’œuvre a été achetée. Ça coûte 5 €.',
    '¿Cuántos días? Mañana, señor: «también» el 2º piso.',
    'As devoluções são aceites até 30 dias. Não há exceções; à noite, o avô está cá.',
    'È già più tardi: perché no? Così è.',
    'Åbent hver dag, også på søndage. Café på ærø.',
    'Öppet varje dag. Återköp inom 30 dagar på Åland. Ålesund Åre',
    'Verslunin er opin alla daga. Þú getur skilað vörum í þrjátíu daga, það er ókeypis.',
    'Één café, ideeën en coördinatie.',
    'Pood on avatud iga päev. Õhtul suletud, ülejäänu järgmisel nädalal.',
    'Größe, façade, niño, avô, søn, più, señor, Straße, élève',
    'Jürgen Müller; 3 m³; 20 °C; 5–6 Stück; “quoted”; naïve façade; São Paulo; Ærø; Łódź is left out'.replace(
      'Łódź',
      'Lodz',
    ),
    'GRÖSSE ÄNDERN. MÜLLER & SÖHNE',
    'Año, niño',
    'It’s 5 € – “quoted” text…',
    'Room A–B, Mo–Fr; the client–server model and the cost–benefit analysis',
    '20 °C, 3 m³, ½ l; ©2026 ACME; £20 a night; § 5',
    'Tööpäeviti kella üheksast viieni, šokolaad ja žürii.',
    '5 Stück à 3 €',
  ])('stay as they are in Western Europe: %s', (text) => isRead('windows-1252', text))

  it('are read in the Japanese encoding of mails, which has only bytes of ASCII', () => {
    const bytes = Uint8Array.from([0x1b, 0x24, 0x42, 0x31, 0x44, 0x36, 0x48, 0x1b, 0x28, 0x42, 0x39, 0x2d, 0x35])
    expect(decodeText(bytes)).toBe('営業9-5')
  })

  it('are read in UTF-16 without a mark in scripts that are not Latin', () => {
    const text = 'Мы открыты с девяти до пяти по будням. Звоните нам — 20.'
    const bytes = Uint8Array.from(Buffer.from(text, 'utf16le'))
    expect(decodeText(bytes)).toBe(text)
    expect(decodeText(Uint8Array.from(Buffer.from(bytes).swap16()))).toBe(text)
  })
})
