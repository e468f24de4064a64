/** What a shop answers to each English list of `gap-questions.ts`, in the same order, and the words that show it. */
export const ownAnswers: readonly { answer: string; gold: string }[] = [
  { answer: 'Dogs are welcome on a lead, for 15 euros a night.', gold: '15 euros' },
  { answer: 'We ship to Canada within twelve days.', gold: 'twelve days' },
  { answer: 'We ship to Norway with PostNord, duties included.', gold: 'PostNord' },
  { answer: 'A subscription is cancelled under Billing, at any time.', gold: 'under Billing' },
  { answer: 'To change or reset a password, choose “Forgotten?” on the sign-in page.', gold: 'Forgotten' },
  { answer: 'Parking spaces for guests are behind the building.', gold: 'behind the building' },
  { answer: 'Students get a discount of 20 percent with a valid card.', gold: '20 percent' },
  { answer: 'Seniors get a discount of 10 percent from the age of 65.', gold: '10 percent' },
  { answer: 'The pool is open from 8:00 to 21:00.', gold: '21:00' },
  { answer: 'The gym opens at 6:30 on every day of the week.', gold: '6:30' },
  { answer: 'We accept PayPal for orders of up to 500 euros.', gold: '500 euros' },
  { answer: 'The battery lasts nine hours on one charge.', gold: 'nine hours' },
]
