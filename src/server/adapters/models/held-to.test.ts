import { expect, it } from 'vitest'
import { isHeldTo } from './held-to.ts'

const material = [
  'A pot of tea costs 4.60 euros, and 10 % less for members. Write to office@harbour.example.',
  'https://harbour.example/menu',
  'Please see www.harbour.example/hours.',
  null,
]

it.each([
  'A person will reply here.',
  'See https://harbour.example/menu.',
  'See harbour.example/menu for more',
  'Write to Office@Harbour.example!',
  'It costs €4.60, 10% less for members.',
  'The opening hours: https://www.harbour.example/hours/',
  'e.g. at 9.30 or on 3.5.',
])('lets %j pass', (text) => expect(isHeldTo(text, material)).toBe(true))

it.each([
  'See https://evil.example/pay',
  'See https://harbour.example.evil.example/menu',
  'See harbour.example/menu/pay',
  'Pay at evil.com/now',
  'Write to help@harbour.example',
  'Write to x-office@harbour.example',
  '[Menu](https://evil.example)',
  'It costs $49.99 only',
  'It costs 14.60 euros',
  'It costs 4 euros',
  '20 % off today',
  'für 12,50 €',
])('stops %j', (text) => expect(isHeldTo(text, material)).toBe(false))
