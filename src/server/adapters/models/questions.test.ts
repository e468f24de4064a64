import { describe, expect, it } from 'vitest'
import { PHRASES } from './phrases.ts'
import { asksForPerson, asksNothing, questionsIn } from './questions.ts'
import type { HistoryMessage } from './search-query.ts'

const answered = { role: 'assistant', content: 'An answer.' } as const
const visitor = (content: string): HistoryMessage => ({ role: 'visitor', content })
const form: HistoryMessage = { role: 'visitor', content: 'Contact:\nName: Ana', isForm: true }
const queries = (...history: HistoryMessage[]) => questionsIn(history).map(({ query }) => query)

describe('what a reply has to answer', () => {
  it('is the one message that was written since the last reply, with what it follows up', () => {
    expect(queries(visitor('When do you open?'), answered, visitor('Where can I park?'))).toEqual(['Where can I park?'])
    expect(questionsIn([visitor('When do you open?'), answered, visitor('And on Sundays?')])).toEqual([
      { message: 'And on Sundays?', query: 'When do you open?\nAnd on Sundays?', before: 'When do you open?', at: 2 },
    ])
    expect(queries(visitor('Hello?'))).toEqual(['Hello?'])
    expect(queries(visitor('please'))).toEqual(['please'])
  })

  it('is all that was asked since then, three questions at most', () => {
    const asked = ['When is breakfast served?', 'When does the pool open?', 'Can I bring my dog?', 'Who runs the bar?']
    expect(queries(answered, ...asked.slice(0, 2).map(visitor))).toEqual(asked.slice(0, 2))
    expect(queries(visitor('Is there parking?'), answered, ...asked.map(visitor))).toEqual(asked.slice(1))
    expect(queries({ role: 'human', content: 'Hi' }, visitor('Hi'), visitor(asked[0]!))).toEqual([asked[0]])
  })

  it.each(['Thanks!', 'Hello?', 'please', '??', 'Hi'])('leaves out %j beside a question', (nothing) => {
    expect(queries(visitor('When is breakfast served?'), visitor(nothing))).toEqual(['When is breakfast served?'])
    expect(queries(visitor(nothing), visitor('When is breakfast served?'))).toEqual(['When is breakfast served?'])
    expect(asksNothing(nothing)).toBe(true)
  })

  it('searches for a follow-up together with the question before it, whatever greeting stands between them', () => {
    const asked = [visitor('When is breakfast served?'), visitor('Hello?'), visitor('And where?')]
    expect(queries(...asked)).toEqual(['When is breakfast served?', 'When is breakfast served?\nAnd where?'])
  })

  it('is a greeting where nothing else was said', () => {
    expect(queries(visitor('Hi'), visitor('Thanks!'))).toEqual(['Thanks!'])
    expect(queries(visitor('Hi'), visitor('??'))).toEqual(['Hi'])
  })

  it('is what was asked before a form was filled in, if that is not answered', () => {
    expect(queries(visitor('When is breakfast served?'), form)).toEqual(['When is breakfast served?'])
    expect(queries(visitor('Call me'), answered, form)).toEqual([])
    expect(queries(visitor('Call me'), answered, visitor('ok'), form)).toEqual([])
  })

  it('hears a wish for a person in any message, however many follow', () => {
    const wish = visitor('I want to talk to a human')
    const others = ['When is breakfast served?', 'When does the pool open?', 'Can I bring my dog?', 'Hello?']
    expect(asksForPerson([wish, ...others.map(visitor)])).toBe(true)
    expect(queries(wish, ...others.map(visitor))).toEqual([wish.content, ...others.slice(0, 3)])
    expect(queries(wish, visitor('please'))).toEqual([wish.content])
    expect(asksForPerson([wish, answered, visitor('Hello?')])).toBe(false)
  })
})

describe('a visitor who says yes', () => {
  const said = (content: string): HistoryMessage => ({ role: 'assistant', content })

  it.each([
    ['en', 'We have three pools.', 'Shall I tell you the prices of family tickets?', 'Yes, please!'],
    ['de', 'Wir haben drei Becken.', 'Soll ich die Preise der Familienkarte nennen?', 'Ja, gerne'],
    ['es', 'Tenemos tres piscinas.', '¿Quiere saber los precios del bono familiar?', 'Sí, por favor'],
    ['tr', 'Üç havuzumuz var.', 'Aile biletinin fiyatını söyleyeyim mi?', 'Evet, lütfen'],
    ['el', 'Έχουμε τρεις πισίνες.', 'Να σας πω τις τιμές του οικογενειακού εισιτηρίου;', 'Ναι, παρακαλώ'],
    ['ru', 'У нас три бассейна.', 'Назвать вам цены семейного билета?', 'Да, пожалуйста'],
    ['ar', 'لدينا ثلاثة مسابح.', 'هل أخبرك بأسعار التذكرة العائلية؟', 'نعم من فضلك'],
    ['zh', '我们有三个泳池。', '要告诉您家庭票的价格吗？', '好的'],
    ['hi', 'हमारे यहाँ तीन पूल हैं।', 'क्या मैं पारिवारिक टिकट का दाम बताऊँ?', 'जी हाँ'],
    ['th', 'เรามีสระสามสระ', 'ให้บอกราคาตั๋วครอบครัวไหมคะ', 'ได้ค่ะ'],
  ])('to what the AI has just offered asks that, in %s', (language, told, offer, yes) => {
    const history = [visitor('?'), said(language === 'th' ? offer : `${told} ${offer}`), visitor(yes)]
    expect(questionsIn(history)).toMatchObject([{ message: offer, query: offer, at: 2 }])
  })

  it.each(Object.entries(PHRASES))('to the offer of a person asks for one, in %s', (_, { unknownOffer }) => {
    for (const yes of ['Yes, please', 'ja bitte', 'Да', 'はい、お願いします', '好的'])
      expect(asksForPerson([visitor('Kayaks?'), said(unknownOffer), visitor(yes)])).toBe(true)
    expect(asksForPerson([visitor('Kayaks?'), said(unknownOffer), visitor('Yes, when do you open?')])).toBe(false)
  })

  it.each(Object.entries(PHRASES))('to nothing but more help, or to no question, asks nothing, in %s', (_, phrases) => {
    for (const content of [phrases.greeting, phrases.thanks, phrases.formDone, 'We open at nine.'])
      expect(questionsIn([said(content), visitor('Yes, please')])).toMatchObject([{ message: 'Yes, please' }])
  })
})
