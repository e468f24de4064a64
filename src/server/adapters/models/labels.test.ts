import { afterAll, describe, expect, it } from 'vitest'
import { createClerk } from './built-in.fixture.ts'

const clerk = createClerk()
afterAll(() => clerk.close())

interface Firm {
  name: string
  answer: string
  more: string
  question: string
}

const firms: Firm[] = [
  {
    name: 'the Harbour cafe',
    answer: 'The Harbour cafe sells cinnamon buns every Friday morning.',
    more: 'Guests can park for free behind the building, and dogs are welcome.',
    question: 'What does the Harbour cafe sell?',
  },
  {
    name: 'Dr. Weber',
    answer: 'Dr. Weber treats children and adults with allergies.',
    more: 'The practice is on the second floor, and there is a lift.',
    question: 'Who does Dr. Weber treat?',
  },
  {
    name: 'Nordlicht Cycles',
    answer: 'Nordlicht Cycles repairs electric bikes within two days.',
    more: 'Spare parts are ordered from the makers every Monday.',
    question: 'What does Nordlicht Cycles repair?',
  },
  {
    name: 'the Old Mill hotel',
    answer: 'The Old Mill hotel serves breakfast until eleven.',
    more: 'Every room looks out over the river.',
    question: 'Until when does the Old Mill hotel serve breakfast?',
  },
  {
    name: 'der Buchladen am Markt',
    answer: 'Der Buchladen am Markt verschickt Bestellungen am selben Tag.',
    more: 'Gutscheine sind drei Jahre lang gültig.',
    question: 'Wann verschickt der Buchladen am Markt Bestellungen?',
  },
]

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const labels: ((name: string) => string)[] = [
  (name) => `Opening hours of ${name}`,
  (name) => `About ${name}`,
  (name) => `Contact ${name}`,
  (name) => `Directions to ${name}`,
  (name) => `Newsletter of ${name}`,
  (name) => `${capital(name)} on Instagram`,
  (name) => `All rights reserved, ${name}`,
  (name) => `Jobs at ${name}`,
  (name) => capital(name),
]

describe.each(firms)('what $name is asked', ({ name, answer, more, question }) => {
  const places: Record<string, (label: string) => Promise<{ content: string }>> = {
    'at the end of a text': (label) => clerk.askText(question, `${answer}\n\n${more}\n\n${label}`),
    'at the end of a text with a title': (label) =>
      clerk.askText(question, `${answer}\n\n${more}\n\n${label}`, capital(name)),
    'above a text': (label) => clerk.askText(question, `${label}\n\n${answer}\n\n${more}`),
    'as a heading with nothing below': (label) => clerk.askText(question, `${answer}\n\n${more}\n\n## ${label}`),
    'as a link beside the only paragraph of a page': (label) =>
      clerk.askPage(question, `<title>${capital(name)}</title><p>${answer}</p><a href="/there">${label}</a>`),
    'as an entry of a menu': (label) =>
      clerk.askPage(
        question,
        `<title>${capital(name)}</title><ul><li>${label}</li><li>Home</li></ul><p>${answer} ${more}</p>`,
      ),
  }
  it.each(Object.keys(places))('is answered by the sentence, whatever label stands %s', async (place) => {
    const replies: string[] = []
    for (const label of labels) replies.push((await places[place]!(label(name))).content)
    expect(replies.filter((content) => !content.startsWith(answer))).toEqual([])
  })
})

describe('a line that is no sentence', () => {
  const cafe = 'The Harbour cafe sells cinnamon buns every Friday morning.\n\nGuests can park behind the building.\n\n'
  const ask = async (question: string, markdown: string) => (await clerk.askText(question, markdown)).content

  it('answers what it was asked for: hours, a price, an address, whether something is so', async () => {
    const hours = 'Opening hours of the Harbour cafe\n\nMonday to Friday 9 to 17\n\nSaturday 10 to 14'
    expect(await ask('When does the Harbour cafe open?', cafe + hours)).toBe(hours)
    expect(await ask('What does the Harbour cafe sell?', cafe + hours)).toMatch(/^The Harbour cafe sells/)
    const contact = 'Contact the Harbour cafe\n\nTel. 555-0117\n\n12 Market Street'
    expect(await ask('What is the phone number of the Harbour cafe?', cafe + contact)).toContain('Tel. 555-0117')
    expect(await ask('How much is a coffee?', `${cafe}Coffee 2.50 euros\n\nTea 2 euros`)).toContain('Coffee 2.50 euros')
    const address = 'Address: Harbour Square, Newtown'
    expect(await ask('What is the address of the Harbour cafe?', cafe + address)).toBe(address)
    expect(await ask('Are dogs allowed?', `${cafe}Dogs allowed\n\nChildren welcome`)).toBe('Dogs allowed')
    const accepted = 'These words are accepted for the true state of a switch:\n\non\n\nyes\n\ntrue'
    expect(await ask('Which words are accepted for the true state of a switch?', cafe + accepted)).toBe(accepted)
    const listed = 'We sell:\n\n- cinnamon buns\n- rye bread'
    expect(await ask('Do you sell rye bread?', listed)).toContain('rye bread')
    expect(await ask('Is there wifi?', `${cafe}## Facilities\n\n- Dogs allowed\n- Free wifi`)).toContain('Free wifi')
  })

  it('introduces the sentence below it to a visitor who writes its words alone, and answers nothing itself', async () => {
    const rules = 'Every table has a socket and a lamp.\n\nLaptop policy\n\nThey may stay open until noon.'
    expect(await ask('laptop policy', cafe + rules)).toBe('Laptop policy\n\nThey may stay open until noon.')
    expect((await clerk.askText('laptop policy', `${cafe}Laptop policy`)).decision).toBe('unknown')
    expect(await ask('are dogs allowed', `${cafe}Dogs allowed\n\nChildren welcome`)).toBe('Dogs allowed')
  })

  it('answers whatever it says where nobody writes full stops', async () => {
    const notes = 'we open at nine\n\nwe ship to all of europe\n\ndogs allowed'
    expect(await ask('Where do you ship to?', notes)).toContain('we ship to all of europe')
  })

  it('does not make the agent think that it knows', async () => {
    expect(await clerk.askText('What are your opening hours?', `${cafe}Opening hours`)).toMatchObject({
      decision: 'unknown',
    })
  })
})
