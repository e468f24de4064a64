import { afterAll, describe, expect, it } from 'vitest'
import { chunkDocument } from '../../knowledge/chunk.ts'
import { createClerk } from './built-in.fixture.ts'

const clerk = createClerk()
afterAll(() => clerk.close())

/** What a small place says, questions that it answers with a part of the answer, and near misses of the same kind. */
interface Place {
  text: string
  known: [question: string, fact: string][]
  nearMisses: string[]
}

const places: Record<string, Place> = {
  'an English bakery': {
    text: 'The Quayside bakery sells bread from 6:30 to 15:00 on weekdays. Dogs may wait beside the benches in the yard. A loaf of rye bread costs 3.80 euros. Ellen Marsh bakes the rolls.',
    known: [
      ['What does a loaf of rye bread cost?', '3.80'],
      ['rye bread price', '3.80'],
      ['When does the bakery open?', '6:30'],
      ['Are you open on Tuesday?', '6:30'],
      ['May I bring my dog?', 'Dogs may wait'],
      ['dogs?', 'Dogs may wait'],
      ['Where can dogs wait?', 'in the yard'],
      ['Who bakes the rolls?', 'Ellen Marsh'],
    ],
    nearMisses: [
      'Do you have wifi?',
      'Can I pay by card?',
      'How much is a coffee?',
      'What does a loaf of spelt bread cost?',
      'When does the Hilltop bakery open?',
      'In which street is the bakery?',
      'How many dogs may I bring?',
      'Are you open on Sunday?',
      'Who owns the bakery?',
      'Who bakes the cakes?',
      'In which year did the bakery open?',
      'What is the largest loaf?',
      'May cats wait in the yard?',
      'How heavy is a loaf of rye bread?',
      'What is your telephone number?',
      'How much is parking?',
    ],
  },
  'a German swimming pool': {
    text: 'Das Waldbad öffnet täglich von 9 bis 20 Uhr. Die Karte für Erwachsene kostet 5 Euro. Hunde dürfen auf die Liegewiese. Schwimmkurse gibt Herr Kranz.',
    known: [
      ['Was kostet eine Karte für Erwachsene?', '5 Euro'],
      ['Wann öffnet das Waldbad?', '9 bis 20'],
      ['Haben Sie am Montag geöffnet?', 'täglich'],
      ['Dürfen Hunde auf die Liegewiese?', 'Hunde dürfen'],
      ['Wer gibt Schwimmkurse?', 'Herr Kranz'],
    ],
    nearMisses: [
      'Was kostet eine Karte für Kinder?',
      'Gibt es WLAN?',
      'Wann öffnet das Hallenbad?',
      'Wie viele Hunde darf ich mitbringen?',
      'Was kostet ein Schwimmkurs?',
      'In welcher Straße liegt das Waldbad?',
      'Wer hat das Waldbad gebaut?',
      'Wie tief ist das Becken?',
    ],
  },
  'a Spanish museum': {
    text: 'El museo del Corcho abre de martes a domingo de 10:00 a 18:00. La entrada cuesta 4 euros. La visita guiada es los jueves. Los cuadros los donó Amparo Gil.',
    known: [
      ['¿Cuánto cuesta la entrada?', '4 euros'],
      ['¿Abren los miércoles?', 'martes a domingo'],
      ['¿Qué día es la visita guiada?', 'jueves'],
      ['¿Quién donó los cuadros?', 'Amparo Gil'],
    ],
    nearMisses: [
      '¿Abren los lunes?',
      '¿Cuánto cuesta el catálogo?',
      '¿Cuándo abre el museo del Vino?',
      '¿Quién pintó los cuadros?',
      '¿En qué calle está el museo?',
      '¿Hay cafetería con wifi?',
      '¿Cuántos cuadros hay?',
    ],
  },
  'a French farm': {
    text: 'La ferme des Ormes vend ses fromages le samedi de 9 h à 12 h. Le chèvre frais coûte 3 euros. Les enfants peuvent nourrir les poules. Le miel vient de chez Paul Roche.',
    known: [
      ['Combien coûte le chèvre frais ?', '3 euros'],
      ['Quand vendez-vous les fromages ?', 'samedi'],
      ['Les enfants peuvent-ils nourrir les poules ?', 'nourrir les poules'],
    ],
    nearMisses: [
      'Combien coûte le miel ?',
      'Peut-on payer par carte ?',
      'La ferme est-elle ouverte le dimanche ?',
      'Combien de poules avez-vous ?',
      'Dans quelle rue est la ferme ?',
      'Peut-on nourrir les lapins ?',
    ],
  },
}

describe.each(Object.entries(places))('what %s is asked', (_name, { text, known, nearMisses }) => {
  it.each(known)('%s is answered', async (question, fact) => {
    expect(await clerk.askText(question, text)).toMatchObject({
      decision: 'answered',
      content: expect.stringContaining(fact),
    })
  })
  it.each(nearMisses)('%s is refused, as the text does not say it', async (question) => {
    expect(await clerk.askText(question, text)).toMatchObject({ decision: 'unknown' })
  })
})

describe('of several texts that answer a question', () => {
  it.each([
    [
      'Wo ist die Praxis?',
      [
        'Im August ist die Praxis zu. Die Vertretung hat Frau Lohse in Neuhof.',
        'Die Tierarztpraxis Dr. Karla Thum liegt in der Bahnstraße 7 in Seedorf, neben dem Kino.',
      ],
      'Bahnstraße 7',
    ],
    [
      'Quels sont vos horaires ?',
      [
        'Les cours du soir sont ouverts à tous. Ils ont lieu le jeudi, après 18 h.',
        'La bibliothèque est ouverte du lundi au vendredi de 9 h à 17 h.',
      ],
      'La bibliothèque est ouverte',
    ],
  ])('quotes the one that answers best: %s', async (question, texts, fact) => {
    const chunks = texts.flatMap((markdown) => chunkDocument({ title: '', markdown }))
    expect((await clerk.ask(question, chunks)).content).toContain(fact)
  })
})
