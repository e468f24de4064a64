import { describe, expect, it } from 'vitest'
import { searchQuery } from './search-query.ts'

const history = (...messages: string[]) =>
  messages.flatMap((content, index) => [
    { role: 'visitor' as const, content },
    ...(index < messages.length - 1 ? [{ role: 'assistant' as const, content: 'An answer.' }] : []),
  ])

describe('searchQuery', () => {
  it.each(['and on Windows?', 'What about children?', 'How do I delete it?', 'why?', 'Und am Sonntag?'])(
    'looks for %j together with the question before',
    (message) => {
      expect(searchQuery(history('How do I install the program?', message))).toBe(
        `How do I install the program?\n${message}`,
      )
    },
  )

  it.each([
    ['en', 'When are you open?', 'On Sundays?'],
    ['de', 'Wann haben Sie geöffnet?', 'Und sonntags?'],
    ['es', '¿Cuándo abren?', '¿Y los domingos?'],
    ['tr', 'Ne zaman açıksınız?', 'Peki pazar günleri?'],
    ['el', 'Πότε είστε ανοιχτά;', 'Και τις Κυριακές;'],
    ['ru', 'Когда вы открыты?', 'А по воскресеньям?'],
    ['ar', 'متى تفتحون؟', 'وماذا عن أيام الأحد؟'],
    ['zh', '你们什么时候营业？', '星期天呢？'],
    ['hi', 'आप कब खुले रहते हैं?', 'और रविवार को?'],
    ['th', 'คุณเปิดเมื่อไหร่', 'แล้ววันอาทิตย์ล่ะ'],
    ['fr', 'Quand êtes-vous ouverts ?', 'Et le dimanche ?'],
    ['en', 'What does entry cost?', 'And for children?'],
    ['de', 'Was kostet der Eintritt?', 'Und für Kinder?'],
    ['es', '¿Cuánto cuesta la entrada?', '¿Y para niños?'],
    ['tr', 'Giriş ne kadar?', 'Peki çocuklar için?'],
    ['el', 'Πόσο κοστίζει η είσοδος;', 'Και για παιδιά;'],
    ['ru', 'Сколько стоит вход?', 'А для детей?'],
    ['ar', 'كم سعر الدخول؟', 'وللأطفال؟'],
    ['zh', '门票多少钱？', '那儿童呢？'],
    ['hi', 'प्रवेश कितने का है?', 'और बच्चों के लिए?'],
    ['th', 'ค่าเข้าเท่าไหร่', 'แล้วเด็กล่ะ'],
    ['de', 'Was kostet ein Zimmer?', 'Wie lange?'],
    ['ru', 'Где завтрак?', 'Сколько это стоит?'],
    ['zh', '早餐在哪里？', '为什么？'],
    ['es', '¿Hay piscina?', '¿Cuándo?'],
  ])('knows in %s that after %j more is asked by %j', (_, first, second) => {
    expect(searchQuery(history(first, second))).toBe(`${first}\n${second}`)
  })

  it.each([
    'Wo kann ich parken?',
    '¿Cuánto cuesta la habitación?',
    'Otopark nerede bulunuyor?',
    'Πού βρίσκεται το πάρκινγκ;',
    'Где находится парковка?',
    'أين يقع موقف السيارات؟',
    '停车场在哪里？',
    'पार्किंग कहाँ है?',
    'ที่จอดรถอยู่ที่ไหน',
    'In welcher Straße steht das Hotel?',
  ])('takes %j for a question of its own', (message) => {
    expect(searchQuery(history('When are you open?', message))).toBe(message)
  })

  it.each([
    ['When can I check in?', 'And when is breakfast?'],
    ['Where can I park?', 'and how much is a room with a view?'],
    ['Wann kann ich einchecken?', 'Und wann gibt es Frühstück?'],
    ['¿Dónde puedo aparcar?', '¿Y cuándo es el desayuno?'],
    ['Où puis-je me garer ?', 'Et quand est le petit déjeuner ?'],
    ['Где можно припарковаться?', 'А когда бывает завтрак?'],
  ])('takes what is asked whole after %j, in %j, for a question of its own', (first, second) => {
    expect(searchQuery(history(first, second))).toBe(second)
  })

  it.each([
    ['What does a room cost?', 'And how much for children?'],
    ['When is breakfast?', 'And when on Sundays?'],
    ['Do you have a pool?', 'And when does it open?'],
    ['How many rooms are there?', 'And how many floors?'],
  ])('takes after %j for a follow-up what lacks the rest: %j', (first, second) => {
    expect(searchQuery(history(first, second))).toBe(`${first}\n${second}`)
  })

  it('goes back to the question that a chain of follow-ups began with', () => {
    expect(searchQuery(history('Opening hours?', 'and on Sunday?', 'and on holidays?'))).toBe(
      'Opening hours?\nand on Sunday?\nand on holidays?',
    )
  })

  it.each([
    'What does shipping cost?',
    'refund policy',
    'I bought this bike last year and its frame broke while I was riding home',
  ])('looks for %j alone', (message) => {
    expect(searchQuery(history('How do I install the program?', message))).toBe(message)
  })

  it('ignores what others said', () => {
    expect(
      searchQuery([
        { role: 'human', content: 'Ask away' },
        { role: 'visitor', content: 'and you?' },
      ]),
    ).toBe('and you?')
    expect(searchQuery([])).toBe('')
  })
})
