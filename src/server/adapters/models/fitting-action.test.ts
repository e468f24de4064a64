import { afterAll, describe, expect, it } from 'vitest'
import { createKnowledge } from '../../knowledge/knowledge.ts'
import { processorMs } from '../../testing/processor-time.ts'
import { fittingAction, textOf } from './fitting-action.ts'
import type { AgentAction } from './tools.ts'

const action = (slug: string, name: string, description: string): AgentAction => {
  return {
    id: slug,
    slug,
    name,
    description,
    fields: [{ name: 'email', label: 'Email', type: 'email', required: true }],
  }
}

const callback = action(
  'callback',
  'Callback',
  'When the visitor wants to be called back, asks for a quote, or wants a demo',
)
const demo = action('demo', 'Book a demo', 'Shows our product.')
const quote = action('quote', 'Request a quote', 'Prices for larger orders. Not for refunds or complaints.')
const ride = action('ride', 'Book a test ride', 'The visitor wants to try a bike.')
const table = action('table', 'Reservation', 'Use this when somebody would like to reserve a table.')
const newsletter = action('news', 'Newsletter', 'For visitors interested in our newsletter or a catalogue.')

const all = [callback, demo, quote, ride, table, newsletter] // the callback mentions demos and quotes

const knowledge = createKnowledge()
afterAll(() => knowledge.close())

/** The form that is offered for a message, compared with the actions as the server compares them. */
async function offered(message: string, ...actions: AgentAction[]): Promise<string | undefined> {
  const similarities = await knowledge.similarities(message, actions.map(textOf))
  const compared = actions.map((one, at) => ({ ...one, similarity: similarities[at]! }))
  return fittingAction(message, compared)?.action.slug
}

describe('fittingAction', () => {
  it('hears what a description speaks of', async () => {
    const messages = [
      'Can I get a quote?',
      'I want a demo',
      'I would like to be called back',
      'I’d like a quote for 20 bikes, please.',
      'Could you send me a quote?',
      'How can I get a demo?',
      'We need a product demo next week',
      'Is it possible to get a quote?',
      'demo please',
      'Hi, I am interested in a demo',
      'Please call me back',
      'Can someone give me a callback?',
      'I need quotes for our office',
      'Sign me up for a demo',
    ]
    const given = await Promise.all(messages.map((message) => offered(message, newsletter, callback)))
    expect(given.filter((slug) => slug === 'callback').length).toBeGreaterThanOrEqual(0.85 * messages.length)
  })

  it.each<[string, AgentAction, string[]]>([
    [
      'Book a demo',
      demo,
      [
        'I want a demo',
        'Can we schedule a demo for Tuesday?',
        "I'd like to book a demo",
        'I want to see a demo',
        'May I have a live demo?',
        'Please arrange a demo',
        'Could you show me a demo?',
        'How do I book a demo?',
        'I am looking for a demo',
        'a demo, please',
      ],
    ],
    [
      'Request a quote',
      quote,
      [
        'Can I get a quote?',
        'I would like to request a quote',
        'How do I get a quote?',
        'Please give me a price quote',
        'we want a quote for our school',
        'Can you make me a quote?',
        'I need a quote by Friday',
        'Could we receive a quote in euros?',
        'Send me a quote',
        'quote please',
      ],
    ],
    [
      'Book a test ride',
      ride,
      [
        "I'd like to book a test ride",
        'Can I take a test ride?',
        'Can I try a bike?',
        'I want to try one of your bikes',
        'Could we arrange a test ride tomorrow?',
        'I would love a test ride',
        'Please book a test ride for me',
        'How can I try a bike?',
        'May I try the new bike?',
        'I need a test ride',
      ],
    ],
    [
      'Reservation',
      table,
      [
        'I would like to reserve a table',
        'Can I book a table for two?',
        'a table for four, please',
        'Could you get me a table tonight?',
        'I need a reservation',
        'Can I make a reservation?',
        'Please reserve a table on Sunday',
        'How do I book a table?',
        'We want a table for six',
        'I’d like to have a table at eight',
      ],
    ],
    [
      'Newsletter',
      newsletter,
      [
        'I want your newsletter',
        'Can I subscribe to the newsletter?',
        'Sign me up for the newsletter',
        'How do I get the newsletter?',
        'Please send me a catalogue',
        "I'd like to receive your catalogue",
        'I am interested in the newsletter',
        'Could I have a catalogue?',
        'newsletter please',
        'May we order a catalogue?',
      ],
    ],
  ])('hears what the form %j is for, among others', async (_name, wanted, messages) => {
    const given = await Promise.all(messages.map((message) => offered(message, ...all)))
    expect(given.filter((slug) => slug === wanted.slug).length).toBeGreaterThanOrEqual(0.8 * messages.length)
    expect(given.filter((slug) => slug !== undefined && slug !== wanted.slug).length).toBeLessThanOrEqual(2)
  })

  it.each([
    'When are you open?',
    'What does a demo cost?',
    'How long does a demo take?',
    'Do you offer demos?',
    'What is a quote?',
    'Can you tell me what a quote costs?',
    'Can I get a refund?',
    'I want to file a complaint',
    'Can I cancel my demo?',
    'Can I get my money back?',
    'Can I bring my dog?',
    'How do I unsubscribe from the newsletter?',
    'Can I get the demo video again?',
    'I want to know why my quote is wrong',
    'Please explain the newsletter',
    'Can I pay by invoice?',
    'Where is the table of contents?',
    'The demo was great',
  ])('offers no form for %j', async (message) => {
    expect(await offered(message, ...all)).toBeUndefined()
  })

  it('tells calling off from having', async () => {
    const cancel = action('cancel', 'Cancel a demo', 'The visitor wants to call off a demo.')
    expect(await offered('I need to cancel my demo', demo, cancel)).toBe('cancel')
    expect(await offered('I want a demo', demo, cancel)).toBe('demo')
  })

  it('understands other languages by the name and by what a description asks for', async () => {
    const german = action('probe', 'Probefahrt vereinbaren', 'Wenn jemand ein Angebot möchte')
    expect(await offered('Ich möchte bitte eine Probefahrt machen', german)).toBe('probe')
    expect(await offered('Kann ich ein Angebot bekommen?', german)).toBe('probe')
    expect(await offered('Wann haben Sie geöffnet?', german)).toBeUndefined()
  })

  it('reads ten thousand characters at once', () => {
    for (const text of ['i want a ', 'please, ', "a'", 'not ', 'call me back ']) {
      const long = text.repeat(Math.ceil(10_000 / text.length))
      const work = () => fittingAction(long, [{ ...callback, description: long }])
      expect(processorMs(work)).toBeLessThan(1_000)
    }
  })
})
