import { describe, expect, it } from 'vitest'
import { bearsOut, demandOf } from './support.ts'

/** Whether a sentence bears out what a question demands. */
const isAnswered = (question: string, text: string) => bearsOut(demandOf(question)!, [{ text, isLabel: false }], '')

describe('"how much"', () => {
  it.each([
    ['How much may a parcel weigh?', 'A parcel may weigh at most 31 kilograms.'],
    ['How much does the parcel weigh?', 'The parcel weighs 31 kilograms.'],
    ['How much luggage may I bring?', 'Luggage of up to 20 kilograms may be brought on board.'],
    ['How much is a coffee?', 'A coffee is 2.80 euros.'],
    ['How much do I pay for a coffee?', 'Pay 2.80 euros for a coffee.'],
    ['What does a ticket cost?', 'A ticket costs nine crowns.'],
    ['Coffee, how much?', 'A coffee is 2.80 euros.'],
  ])('is answered: %s', (question, text) => expect(isAnswered(question, text)).toBe(true))

  it.each([
    ['How much is a coffee?', 'Coffee is served from seven to ten.'],
    ['How much does the parcel weigh?', 'The parcel costs 9 euros.'],
    ['How much for a parcel?', 'A parcel may weigh at most 31 kilograms.'],
  ])('is not answered: %s', (question, text) => expect(isAnswered(question, text)).toBe(false))
})

describe('a quantity', () => {
  it.each([
    ['How warm is the water?', 'The water in the pool is kept at 28 degrees.'],
    ['How near is the beach?', 'The beach is 300 metres away.'],
    ['What is the capacity of the hall?', 'The hall seats 120 guests.'],
    ['Wie warm ist das Wasser?', 'Das Wasser im Becken hat 28 Grad.'],
    ['Welche Temperatur hat das Wasser?', 'Das Wasser im Becken hat 28 Grad.'],
    ['¿A qué temperatura se lava el algodón?', 'El algodón se lava a 30 grados.'],
    ['À quelle température est la piscine ?', 'La piscine est chauffée à 28 degrés.'],
    ['A che temperatura si lava il cotone?', 'Il cotone si lava a 30 gradi.'],
    ['Hoe warm is het water?', 'Het water is 28 graden.'],
  ])('is told by a number: %s', (question, text) => expect(isAnswered(question, text)).toBe(true))

  it.each([
    ['How warm is the water?', 'The water is changed by our staff.'],
    ['How near is the beach?', 'The beach is covered with fine sand.'],
    ['Wie warm ist das Wasser?', 'Das Wasser wird von uns gefiltert.'],
    ['¿A qué temperatura se lava el algodón?', 'El algodón se lava a mano.'],
  ])('is not told without one: %s', (question, text) => expect(isAnswered(question, text)).toBe(false))
})

describe('umlauts', () => {
  it.each([
    ['Wie sind die Oeffnungszeiten?', 'Unsere Öffnungszeiten sind von neun bis fünf Uhr.'],
    ['Wann ist geoeffnet?', 'Wir haben von 9 bis 17 Uhr geöffnet.'],
    ['Was kostet der Schluesseldienst?', 'Der Schlüsseldienst kostet 85 Euro.'],
    ['Was kostet der Schlüsseldienst?', 'Der Schluesseldienst kostet 85 Euro.'],
    ['Welche aktuelle Ausstellung gibt es?', 'Die aktuelle Ausstellung zeigt Aquarelle.'],
  ])('are also written without dots: %s', (question, text) => expect(isAnswered(question, text)).toBe(true))
})
