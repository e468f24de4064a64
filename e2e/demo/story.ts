/** What happens in the demonstration's month: what its visitors ask, and what becomes of it. */

export interface Visit {
  /** When it begins: minutes before the end of the month. */
  before: number
  page: string
  name?: string
  acts: readonly Act[]
}

/** A conversation by mail. */
export interface Correspondence {
  before: number
  from: { name: string; address: string }
  subject: string
  acts: readonly ({ mail: string } | { wait: number } | MembersAct)[]
}

/** `accept` and `decline` answer the offer of a person, `rate` judges the last answer; `wait`: minutes pass. */
type Act =
  | { say: string }
  | { accept: true }
  | { decline: true }
  | { rate: 'good' | 'bad'; comment?: string }
  | { wait: number }
  | MembersAct

/** What a member does. `to`: whom the note mentions; `snooze`: for how many minutes. */
export type MembersAct = { by: Who } & (
  | { reply: string }
  | { note: string; to?: Who }
  | { assign: Who }
  | { label: string }
  | { snooze: number }
  | { giveBack: true }
  | { close: true }
)

export type Who = 'owner' | 'colleague'

const VISITS = 60

const known = [
  ['/breakfast', 'When is breakfast?', 'Do you have vegan dishes?'],
  ['/', 'How much is parking?', 'Do you have a charger for electric cars?'],
  ['/rooms', 'How much is a double room?', 'Can I bring my dog?'],
  ['/cancelling', 'Until when can I cancel free of charge?', 'How can I pay?'],
  ['/', 'When can I check in?', 'Can I leave my luggage with you?'],
  ['/rooms', 'What does a family room cost?', 'Do children stay free?'],
  ['/', 'How far is it from the station?', 'When do I have to check out?'],
  ['/cancelling', 'How long are gift vouchers valid?', 'When is breakfast on Sundays?'],
] as const

const unknown = [
  ['/rooms', 'Do you rent out bicycles?'],
  ['/', 'Is there a sauna?'],
  ['/', 'Is there a shuttle from the airport?'],
  ['/rooms', 'Can I rent a bicycle from you?'],
  ['/rooms', 'Do you have a cot for a baby?'],
  ['/', 'Does the house have a sauna?'],
  ['/', 'Do you rent out bicycles for a day?'],
  ['/', 'Do you run a shuttle to the airport?'],
] as const

const wishes = [
  ['Can I talk to a person?', 'Of course: this is the front desk. What can I do for you?', 'Late arrival'],
  ['Please connect me with somebody.', 'Good day! I am here now. How can I help?', 'Booking'],
  ['I want to speak to a human.', 'Here I am. Tell me your booking number, please.', 'Refund'],
] as const

const names = ['Ana', 'Leo', 'Mia', 'Tom', 'Eva', 'Noah', 'Lena', 'Jonas']

/** A visit of one of the weeks before, as its number says. */
const ordinary = (number: number): Omit<Visit, 'before'> => {
  const [page, question, more] = known[number % known.length]!
  const [missing, open] = unknown[number % unknown.length]!
  const [wish, reply, label] = wishes[number % wishes.length]!
  const name = number % 3 === 0 ? { name: names[number % names.length]! } : {}
  const by: Who = number % 4 < 3 ? 'colleague' : 'owner'
  const patience = 2 + ((number * 7) % 11)
  switch (number % 10) {
    case 3:
    case 7:
      return { page, ...name, acts: [{ say: question }, { wait: 1 }, { say: more }] }
    case 4:
      return { page, ...name, acts: [{ say: question }, { rate: 'good' }] }
    case 5:
      return { page: missing, ...name, acts: [{ say: open }, { decline: true }, { wait: 1 }, { say: question }] }
    case 6: {
      const answer = 'Not at the moment, I am sorry. Is there anything else I can do for you?'
      const person: Act[] = [{ wait: patience }, { reply: answer, by }, { wait: 3 }, { close: true, by }]
      return { page: missing, ...name, acts: [{ say: open }, { accept: true }, ...person] }
    }
    case 8: {
      const person: Act[] = [{ wait: patience }, { reply, by }, { label, by }, { wait: 6 }, { close: true, by }]
      return { page, ...name, acts: [{ say: wish }, ...person] }
    }
    case 9:
      return { page, ...name, acts: [{ say: question }, { rate: 'good', comment: 'Just what I wanted to know' }] }
    default:
      return { page, ...name, acts: [{ say: question }] }
  }
}

/** The conversations of the last days, of which most are not over. */
const recent: readonly Visit[] = [
  {
    before: 27 * 60,
    page: '/',
    name: 'Noah',
    acts: [
      { say: 'We arrive after midnight. Can I talk to somebody?' },
      { wait: 6 },
      { reply: 'That is no trouble. I will ask the night porter to wait for you.', by: 'colleague' },
      { label: 'Late arrival', by: 'colleague' },
      { assign: 'colleague', by: 'colleague' },
      { note: 'The night porter knows. I ask again tomorrow which train they take.', by: 'colleague' },
      { snooze: 16 * 60, by: 'colleague' },
    ],
  },
  {
    before: 22 * 60,
    page: '/breakfast',
    name: 'Lena',
    acts: [
      { say: 'Can I talk to a person about an allergy?' },
      { wait: 4 },
      { reply: 'Of course. The kitchen keeps nuts out of everything it bakes.', by: 'colleague' },
      { label: 'Breakfast', by: 'colleague' },
      { wait: 2 },
      { say: 'Until when is breakfast on Sundays?' },
      { wait: 1 },
      { giveBack: true, by: 'colleague' },
      { rate: 'good' },
    ],
  },
  {
    before: 5 * 60,
    page: '/rooms',
    name: 'Eva',
    acts: [
      { say: 'I would like to talk to somebody about twelve rooms in May.' },
      { wait: 9 },
      { reply: 'How lovely! I ask our owner, and come back to you today.', by: 'colleague' },
      { label: 'Booking', by: 'colleague' },
      { note: '@Olivia twelve double rooms for two nights: may I offer ten per cent?', by: 'colleague', to: 'owner' },
      { assign: 'owner', by: 'colleague' },
      { wait: 45 },
      { say: 'We could also come a week later, if that helps.' },
      { wait: 3 },
      { reply: 'It does, thank you. Olivia answers today.', by: 'colleague' },
    ],
  },
  { before: 95, page: '/rooms', acts: [{ say: 'Can I bring my dog?' }, { rate: 'good' }] },
  {
    before: 50,
    page: '/rooms',
    name: 'Tom',
    acts: [{ say: 'What does a family room cost?' }, { rate: 'bad', comment: 'With breakfast or without?' }],
  },
  {
    before: 14,
    page: '/cancelling',
    name: 'Mia',
    acts: [{ say: 'Can I talk to a person about my voucher?' }],
  },
  { before: 6, page: '/rooms', acts: [{ say: 'Can I rent a bicycle from you?' }, { wait: 1 }, { accept: true }] },
]

const mails: readonly Correspondence[] = [
  {
    before: 150,
    from: { name: 'Jonas', address: 'jonas@example.com' },
    subject: 'Sunday morning',
    acts: [
      { mail: 'Hello,\n\nwhen is breakfast on Sundays?\n\nJonas' },
      { wait: 12 },
      { mail: 'Thank you! Do you rent out bicycles?' },
      { wait: 8 },
      { reply: 'We do not, but the shop at the station does: **from 9:00 on**, for a day or a week.', by: 'colleague' },
      { label: 'Booking', by: 'colleague' },
    ],
  },
]

/** All visits and mails of the month, in the order in which they begin. @param end when the month ends, in milliseconds */
export function happeningsUntil(end: number): (Visit | Correspondence)[] {
  const usual = VISITS - recent.length
  const midnight = new Date(end).setHours(0, 0, 0, 0)
  const early = Array.from({ length: usual }, (_, number) => {
    const daysAgo = 29 - Math.floor((number * 28) / usual)
    const minutes = 8 * 60 + ((number * 197) % (12 * 60)) // between 8:00 and 20:00
    const at = new Date(midnight).setDate(new Date(midnight).getDate() - daysAgo) + minutes * 60_000
    return { before: (end - at) / 60_000, ...ordinary(number) }
  })
  return [...early, ...recent, ...mails].sort((one, other) => other.before - one.before)
}
