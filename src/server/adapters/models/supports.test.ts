import { describe, expect, it } from 'vitest'
import { readMaterial } from './material.ts'
import { supports } from './supports.ts'

const POOL = readMaterial(
  'The pool opens at 8:00 and closes at 20:30. Children under twelve swim free of charge. Dogs are not allowed in the pool area. A day ticket costs 1,250.50 dollars.',
)
const GERMAN = readMaterial(
  'Die Ratenzahlung ist ab einem Einkaufswert von 200 Euro möglich. Sie können jederzeit absagen.',
)
const CHINESE = readMaterial('游泳池早上八点开门，晚上九点关门。十二岁以下的儿童免费。')

describe('supports', () => {
  it.each([
    ['as it stands', 'Dogs are not allowed in the pool area.', POOL],
    ['in other words of the same meaning', 'Kids under twelve swim free of charge.', POOL],
    ['with its figures', 'The pool opens at 8:00.', POOL],
    ['in another form', 'The pool area allows no dogs.', POOL],
    ['of a compound', 'Raten sind ab einem Einkaufswert von 200 Euro möglich.', GERMAN],
    ['in a language without spaces', '十二岁以下的儿童免费', CHINESE],
  ])('believes what a passage says %s', (_, sentence, passage) => {
    expect(supports(sentence, [passage]).verdict).toBe('supported')
  })

  it.each([
    ['words that stand nowhere', 'Our sauna offers massages and herbal tea.', POOL, 'sauna'],
    ['another figure', 'The pool opens at 9:00.', POOL, '9:00'],
    ['a figure that is only a part of one', 'A day ticket costs 250 dollars.', POOL, '250'],
    ['a figure that is only the beginning of one', 'A day ticket costs 1,250 dollars.', POOL, '1,250'],
    ['words of another language', '桑拿房提供按摩和草药茶', CHINESE, '按摩'],
  ])('does not believe %s, and names them', (_, sentence, passage, missing) => {
    const found = supports(sentence, [passage])
    expect(found.verdict).toBe('unsupported')
    expect(found.missing).toContain(missing)
  })

  it('does not believe a sentence with a "not" more or less than the passage has', () => {
    expect(supports('Dogs are allowed in the pool area.', [POOL]).verdict).toBe('unsupported')
    expect(supports('Children under twelve do not swim free of charge.', [POOL]).verdict).toBe('unsupported')
  })

  it('takes words, but neither figures nor names, from what the visitor has said', () => {
    const visitor = readMaterial('Is the sauna with herbal massages from Aurelia open at 7:15?')
    const told = supports('The sauna with herbal massages from Aurelia opens at 7:15.', [POOL], { visitor })
    expect([told.verdict, told.missing]).toEqual(['unsupported', ['Aurelia', '7:15']])
  })

  it('takes words and figures from what the agent was told by its company', () => {
    const instructions = readMaterial('Mention that the sauna is closed until 14 March.')
    expect(supports('The sauna is closed until 14 March.', [], { instructions }).verdict).toBe('supported')
  })

  it('reads the numbers of a list as none of the text', () => {
    expect(supports('7. Dogs are not allowed in the pool area.', [POOL])).toMatchObject({ missing: [] })
  })
})
