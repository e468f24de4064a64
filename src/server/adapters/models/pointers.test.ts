import { afterAll, describe, expect, it } from 'vitest'
import { createClerk } from './built-in.fixture.ts'
import { pointsElsewhere } from './pointers.ts'

const clerk = createClerk()
afterAll(() => clerk.close())

describe('a line that only points elsewhere', () => {
  it.each([
    'See the opening hours page',
    'See chapter 4.',
    'More about parking',
    'Read more in chapter 3',
    'Learn more about our prices',
    'For more information about returns, see the returns page.',
    'Details are on page 12.',
    'Opening hours … 12',
    'Parking ........ 7',
    'Parking: see page 4',
    '→ Back to prices',
    'Siehe Kapitel 3',
    'Mehr zum Parken',
    'Weitere Informationen zu den Öffnungszeiten',
    'Öffnungszeiten: siehe Seite 5',
    'En savoir plus sur les tarifs',
    'Voir la page des horaires',
    'Más sobre los horarios',
    'Véase el capítulo 2',
    'Maggiori informazioni sui prezzi',
    'Saiba mais sobre os preços',
    'Meer over parkeren',
    'Подробнее о ценах',
    'Περισσότερα για τις τιμές',
    'Daha fazla bilgi',
    'المزيد عن الأسعار',
    '营业时间：参见第3章',
    '料金について詳しくはこちら',
  ])('is %j', (line) => {
    expect(pointsElsewhere(line)).toBe(true)
  })

  it.each([
    'See you at 9 am on Monday.',
    'Visit us at 5 Harbour Street.',
    'More than forty cars can park behind the house, and each of them pays three euros for a day.',
    'Read the meter on the first day of each month.',
    'Seeds are sold in spring.',
    'Parking costs 4 euros.',
    'Opening hours: 9 to 5',
    'We serve breakfast… until 11',
    'Mehrere Parkplätze liegen hinter dem Haus.',
    'Voiture : parking gratuit derrière la maison.',
    'Verano: de diez a dos',
    'Contact the porter, who keeps the keys.',
  ])('is not %j', (line) => {
    expect(pointsElsewhere(line)).toBe(false)
  })

  const about = 'The Old Mill is a guest house by the river.\n\nBreakfast is served in the hall.\n\n'
  it.each([
    ['What are your opening hours?', 'See the opening hours page'],
    ['What are your opening hours?', 'Opening hours … 12'],
    ['Where can I park?', 'More about parking'],
    ['Where can I park?', '- Parking: see page 4\n- Pets: see page 5'],
    ['How do I cancel?', '## Cancelling\n\nRead more in chapter 3'],
    ['How do I cancel?', '| Topic | Where |\n|---|---|\n| Cancelling | See chapter 3 |'],
    ['Wo kann ich parken?', 'Mehr zum Parken'],
    ['¿Cuál es el horario?', 'Más sobre el horario'],
  ])('is no answer to %j: %j', async (question, line) => {
    expect(await clerk.askText(question, about + line)).toMatchObject({ decision: 'unknown' })
  })
})

describe('a question that stands in a text', () => {
  it.each([
    ['Do you ship to Norway?', 'Do you ship to Norway?\n\nYes, for nine euros.', 'Yes, for nine euros.'],
    ['Do you ship to Norway?', '**Do you ship to Norway?**\n\nYes, for nine euros.', 'Yes, for nine euros.'],
    ['Can I bring my dog?', 'Can I bring a dog? Yes, on a lead.', 'Yes, on a lead.'],
    ['Wo kann ich parken?', 'Wo kann ich parken?\n\nHinter dem Haus, für zwei Stunden.', 'Hinter dem Haus'],
    ['هل لديكم موقف سيارات؟', 'هل لديكم موقف سيارات؟\n\nنعم، خلف المبنى.', 'خلف المبنى'],
    ['Υπάρχει πάρκινγκ;', 'Υπάρχει πάρκινγκ;\n\nΝαι, πίσω από το κτίριο.', 'πίσω από το κτίριο'],
    ['有停车场吗？', '有停车场吗？\n\n有，在大楼后面。', '大楼后面'],
  ])('%j is answered by what follows it', async (question, text, answer) => {
    const reply = await clerk.askText(question, `${text}\n\n`)
    expect(reply).toMatchObject({ decision: 'answered', content: expect.stringContaining(answer) })
    expect(reply.content).not.toMatch(/[?？؟;]/)
  })

  it.each([
    ['Do you ship to Norway?', 'We sell lamps.\n\nDo you ship to Norway?'],
    ['Do you ship to Norway?', 'We sell lamps.\n\nDo you ship to Norway?\n\nDo you ship to Chile?'],
    ['هل لديكم موقف سيارات؟', 'نبيع المصابيح.\n\nهل لديكم موقف سيارات؟'],
  ])('%j is no answer to itself', async (question, text) => {
    expect(await clerk.askText(question, text)).toMatchObject({ decision: 'unknown' })
  })
})
