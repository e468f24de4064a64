import { expect, it } from 'vitest'
import { actionBody, actionField } from '#contract/actions.ts'
import { fieldNameFrom, slugFrom } from './action-names.ts'

it('makes a slug the contract accepts', () => {
  expect(slugFrom('Call me back')).toBe('call-me-back')
  expect(slugFrom('  Größe & Prénom! ')).toBe('gro-e-prenom')
  const long = slugFrom(`${'a'.repeat(63)} b`)
  expect(actionBody.shape.slug.safeParse(long).success).toBe(true)
})

it('makes a field name the contract accepts', () => {
  expect(fieldNameFrom('Order number')).toBe('order_number')
  expect(fieldNameFrom('2nd e-mail')).toBe('nd_e_mail')
  expect(actionField.shape.name.safeParse(fieldNameFrom('Téléphone (mobile)')).success).toBe(true)
})

it('makes nothing of what has no letters: the writer is asked', () => {
  expect(slugFrom('你好')).toBe('')
  expect(fieldNameFrom('123')).toBe('')
})
