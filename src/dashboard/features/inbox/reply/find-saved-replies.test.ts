import { expect, it } from 'vitest'
import { findSavedReplies } from './find-saved-replies.ts'

const replies = [
  { title: 'About a refund', content: 'It takes five days.' },
  { title: 'Café hours', content: 'We open at nine.' },
  { title: 'Refund sent', content: 'It is on its way.' },
  { title: 'Sorry', content: 'Your refund has failed.' },
]
const found = (written: string) => findSavedReplies(replies, written).map(({ title }) => title)

it('finds saved replies by title and text, titles first', () => {
  expect(found('')).toEqual(replies.map(({ title }) => title))
  expect(found('REF')).toEqual(['Refund sent', 'About a refund', 'Sorry'])
  expect(found('days refund')).toEqual(['About a refund'])
  expect(found(' cafe')).toEqual(['Café hours'])
  expect(found('parcel')).toEqual([])
})
